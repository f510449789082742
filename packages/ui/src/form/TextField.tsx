import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { Field, type FieldProps } from './Field';
import { type FieldSize, useInputSize } from './field-size';
import classes from './form.module.css';
import { InputBox } from './InputBox';

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
        <InputBox
          size={inputSize}
          hasError={Boolean(error)}
          left={icon ? <Icon name={icon} /> : undefined}
          right={after}
        >
          <input {...input} {...control} type={type} className="ob-input" />
        </InputBox>
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
        <InputBox size={inputSize} hasError={Boolean(error)}>
          <textarea {...area} {...control} rows={rows} className={`ob-input ${classes['area']}`} />
        </InputBox>
      )}
    </Field>
  );
};
