import { Input } from '@mantine/core';
import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { Field, type FieldProps } from './Field';
import { type FieldSize, useInputSize } from './field-size';
import classes from './form.module.css';

type InputAttributes = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'size' | 'type' | 'required' | 'className' | 'style'
>;

export interface TextFieldProps extends FieldProps, InputAttributes {
  type?: 'text' | 'email' | 'url' | 'tel' | 'search' | 'date' | 'datetime-local' | 'number';
  size?: FieldSize;
  icon?: IconName | undefined;
  after?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Single-line input. `type` selects dates, addresses and search. Passes on the ref and events of form libraries. */
export const TextField = ({
  label,
  help,
  error,
  optional,
  hideLabel,
  id,
  size,
  icon,
  after,
  type = 'text',
  'aria-describedby': describedBy,
  ...input
}: TextFieldProps) => {
  const inputSize = useInputSize(size);
  return (
    <Field
      id={id}
      label={label}
      help={help}
      error={error}
      optional={optional}
      hideLabel={hideLabel}
      describedBy={describedBy}
    >
      {(control) => (
        <Input
          {...input}
          disabled={input.disabled ?? false}
          {...control}
          type={type}
          size={inputSize}
          error={Boolean(error)}
          leftSection={icon ? <Icon name={icon} /> : undefined}
          rightSection={after}
          {...(after ? { rightSectionWidth: 'calc(var(--ob-target) + 4px)' } : {})}
          rightSectionPointerEvents="all"
        />
      )}
    </Field>
  );
};

export type NumberFieldProps = Omit<TextFieldProps, 'type' | 'inputMode'>;

/** Number input. The value stays a string; the form's schema parses it. */
export const NumberField = ({ step = 'any', ...props }: NumberFieldProps) => (
  <TextField {...props} type="number" step={step} inputMode="decimal" />
);

export interface TextAreaProps
  extends FieldProps,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'required' | 'className' | 'style'> {
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** Multi-line input that grows with its content, if the browser supports it. */
export const TextArea = ({
  label,
  help,
  error,
  optional,
  hideLabel,
  id,
  rows = 4,
  ...area
}: TextAreaProps) => {
  const inputSize = useInputSize(undefined);
  return (
    <Field id={id} label={label} help={help} error={error} optional={optional} hideLabel={hideLabel}>
      {(control) => (
        <Input
          component="textarea"
          {...area}
          disabled={area.disabled ?? false}
          {...control}
          rows={rows}
          multiline
          size={inputSize}
          error={Boolean(error)}
          classNames={{ input: classes['area'] ?? '' }}
        />
      )}
    </Field>
  );
};
