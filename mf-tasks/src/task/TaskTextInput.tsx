import { type TaskTextName, taskTexts } from '@obieg/contracts';
import { TextArea, TextField } from '@obieg/ui';
import type { ChangeEventHandler, FocusEventHandler, RefCallback } from 'react';
import { useTaskMessages } from '../i18n/messages';

type TextElement = HTMLInputElement | HTMLTextAreaElement;

interface TaskTextInputProps {
  name: TaskTextName;
  value?: string;
  onChange: ChangeEventHandler<TextElement>;
  onBlur?: FocusEventHandler<TextElement>;
  error: string | undefined;
  readOnly?: boolean;
  ref?: RefCallback<TextElement>;
}

/** Input of an optional text of a task. Passes on the ref and events of form libraries. */
export const TaskTextInput = (input: TaskTextInputProps) => {
  const t = useTaskMessages();
  const { maxLength, rows } = taskTexts[input.name];
  const field = { ...input, label: t(`task.changedField.${input.name}`), optional: true, maxLength };
  return rows === 1 ? <TextField {...field} autoComplete="off" /> : <TextArea {...field} rows={rows} />;
};
