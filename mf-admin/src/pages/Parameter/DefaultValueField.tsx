import { useDebounced } from '@obieg/ui';
import { memo } from 'react';
import { type Control, Controller, useWatch } from 'react-hook-form';
import { ParameterValueField } from '../../conditions/ParameterValueField';
import { useAdminMessages } from '../../i18n/messages';
import type { DictionaryRowValues, ParameterValues } from './parameter-form';

interface DefaultValueFieldProps {
  control: Control<ParameterValues>;
  error: string | undefined;
}

interface FieldProps extends DefaultValueFieldProps {
  parameterType: ParameterValues['parameterType'];
  rows: readonly DictionaryRowValues[];
}

const debounceMs = 250;

/** Returns the distinct, non-empty values of the rows. */
const toOptions = (rows: readonly DictionaryRowValues[]): { value: string; isActive: boolean }[] => {
  const values = new Map(
    rows.map(({ value, isActive }) => [value.trim(), { value: value.trim(), isActive }] as const),
  );
  values.delete('');
  return [...values.values()];
};

const Field = memo(({ control, error, parameterType, rows }: FieldProps) => {
  const t = useAdminMessages();
  return (
    <Controller
      control={control}
      name="defaultValue"
      render={({ field: { value, onChange, onBlur } }) => (
        <ParameterValueField
          parameter={{ parameterType: parameterType || 'TEXT', dictionaryValues: toOptions(rows) }}
          label={t('parameter.defaultValue')}
          optional={t('optional')}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          error={error}
        />
      )}
    />
  );
});

/** Field for the parameter's default value. A dictionary parameter offers the values entered in the form. */
export const DefaultValueField = ({ control, error }: DefaultValueFieldProps) => {
  const parameterType = useWatch({ control, name: 'parameterType' });
  // Otherwise typing a value re-renders hundreds of options on every key press.
  const rows = useDebounced(useWatch({ control, name: 'dictionaryValues' }), debounceMs);
  return <Field control={control} error={error} parameterType={parameterType} rows={rows} />;
};
