import type { Ref, SelectHTMLAttributes } from 'react';
import { Icon } from '../icons/Icon';
import { Field, type FieldProps } from './Field';
import { type FieldSize, useInputSize } from './field-size';
import classes from './form.module.css';
import { InputBox } from './InputBox';

interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export interface SelectFieldProps
  extends FieldProps,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'required' | 'className' | 'style' | 'size' | 'multiple'> {
  options: readonly SelectOption[];
  /** Label of an empty first option, for example `-- Select a user --`. */
  placeholder?: string;
  size?: FieldSize;
  ref?: Ref<HTMLSelectElement> | undefined;
}

/** Native select, which phones and screen readers support best. */
export const SelectField = ({
  label,
  help,
  error,
  optional,
  hideLabel,
  id,
  options,
  placeholder,
  size,
  ...select
}: SelectFieldProps) => {
  const inputSize = useInputSize(size);
  return (
    <Field id={id} label={label} help={help} error={error} optional={optional} hideLabel={hideLabel}>
      {(control) => (
        <InputBox size={inputSize} hasError={Boolean(error)} right={<Icon name="chevronDown" />}>
          <select {...select} {...control} className={`ob-input ${classes['select']}`}>
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
        </InputBox>
      )}
    </Field>
  );
};
