import { SelectField } from '@obieg/ui';
import type { ComponentProps } from 'react';
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form';

interface ChoiceFieldProps<Values extends FieldValues, Output>
  extends Pick<
    ComponentProps<typeof SelectField>,
    'label' | 'help' | 'placeholder' | 'options' | 'error' | 'disabled'
  > {
  control: Control<Values, unknown, Output>;
  name: FieldPath<Values>;
  /** Called after another value was chosen. */
  onChosen?: (value: string) => void;
  /** Fields whose validity depends on this one. */
  deps?: FieldPath<Values>;
}

/** Select field of a form. Controlled: its options may load after the value. */
export const ChoiceField = <Values extends FieldValues, Output>({
  control,
  name,
  onChosen,
  deps,
  ...select
}: ChoiceFieldProps<Values, Output>) => {
  const { field, fieldState } = useController({ control, name, ...(deps ? { rules: { deps } } : {}) });
  return (
    <SelectField
      error={fieldState.error?.message}
      {...select}
      {...field}
      onChange={({ target }) => {
        field.onChange(target.value);
        onChosen?.(target.value);
      }}
    />
  );
};
