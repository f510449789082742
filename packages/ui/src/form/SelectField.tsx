import { Input } from '@mantine/core';
import type { Ref, SelectHTMLAttributes } from 'react';
import { Icon } from '../icons/Icon';
import { Field, type FieldProps } from './Field';
import { type FieldSize, useInputSize } from './field-size';
import classes from './form.module.css';

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
        <Input
          component="select"
          {...select}
          disabled={select.disabled ?? false}
          {...control}
          size={inputSize}
          error={Boolean(error)}
          pointer
          classNames={{ input: classes['select'] ?? '' }}
          rightSection={<Icon name="chevronDown" />}
          // Narrower than the field is high, so that a phone cuts fewer options.
          rightSectionWidth={32}
          rightSectionPointerEvents="none"
        >
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </Input>
      )}
    </Field>
  );
};
