import { useDeferredValue } from 'react';
import { type Control, Controller, useWatch } from 'react-hook-form';
import { ParameterValueField } from '../../conditions/ParameterValueField';
import { useAdminMessages } from '../../messages';
import type { ParameterValues } from './parameter-form';

interface DefaultValueFieldProps {
  control: Control<ParameterValues>;
  error: string | undefined;
}

/** What the parameter begins with, as fits its type; of a dictionary one of the values that stand in the form now. */
export const DefaultValueField = ({ control, error }: DefaultValueFieldProps) => {
  const t = useAdminMessages();
  const parameterType = useWatch({ control, name: 'parameterType' });
  const rows = useWatch({ control, name: 'dictionaryValues' });
  // Hundreds of values are offered after whoever types one has stopped, not with each letter.
  const values = useDeferredValue(rows);
  const named = values.map(({ value, isActive }) => ({ value: value.trim(), isActive }));
  const distinct = [...new Map(named.map((row) => [row.value, row])).values()];
  return (
    <Controller
      control={control}
      name="defaultValue"
      render={({ field: { value, onChange, onBlur } }) => (
        <ParameterValueField
          parameter={{
            parameterType: parameterType || 'TEXT',
            dictionaryValues: distinct.filter((row) => row.value !== ''),
          }}
          label={t('parameter.defaultValue')}
          optional
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          error={error}
        />
      )}
    />
  );
};
