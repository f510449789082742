import type { ParameterType } from '@obieg/contracts';
import { hasOffset, isDateTime, normalizeNumber, toClockTime } from '@obieg/workflow-rules';
import { useState } from 'react';
import { formatForInput } from '../data/date-format';
import { useUiLanguage, useUiTimeZone } from '../provider/ui-context';

type Change = (value: string) => void;

/** Text displayed in the field, and the handler of its changes. */
interface ShownAnswer {
  shown: string;
  type: Change;
}

/** Converts typed text to the stored form. Text that is no number stays as typed, so that the error can explain it. */
const toStored = (typed: string): string => normalizeNumber(typed.trim()) ?? typed;

/** Displays a number in the user's format, but keeps it as typed while editing. Reformatting would move the caret. */
const useShownNumber = (value: string, onChange: Change): ShownAnswer => {
  const language = useUiLanguage();
  const [typed, setTyped] = useState<string>();
  const isTyped = typed !== undefined && toStored(typed) === value;
  const stored = toStored(value);
  return {
    shown: isTyped ? typed : language === 'en' ? stored : stored.replace('.', ','),
    type: (text) => {
      setTyped(text);
      onChange(toStored(text));
    },
  };
};

/** `datetime-local` does not support offsets and would show an empty field. */
const toInputValue = (value: string, timeZone: string | undefined): string => {
  if (!isDateTime(value) || !hasOffset(value)) return value;
  return timeZone === undefined ? formatForInput(value) : toClockTime(value, timeZone).slice(0, 16);
};

/**
 * Displays a date with an offset as the organization's clocks show it. If the user reverts a change, the original
 * value is restored.
 */
const useShownDateTime = (value: string, onChange: Change): ShownAnswer => {
  const timeZone = useUiTimeZone();
  const [original, setOriginal] = useState(value);
  if (value !== original && hasOffset(value)) setOriginal(value);
  return {
    shown: toInputValue(value, timeZone),
    type: (text) => onChange(text === toInputValue(original, timeZone) ? original : text),
  };
};

/** Converts between the stored value and the text in the field. */
export const useShownAnswer = (
  parameterType: ParameterType,
  value: string,
  onChange: Change,
): ShownAnswer => {
  const number = useShownNumber(value, onChange);
  const dateTime = useShownDateTime(value, onChange);
  if (parameterType === 'NUMBER') return number;
  return parameterType === 'DATETIME' ? dateTime : { shown: value, type: onChange };
};
