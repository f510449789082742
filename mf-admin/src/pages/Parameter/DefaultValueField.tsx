import { useState } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { ParameterValueField } from '../../conditions/ParameterValueField';
import { useAdminMessages } from '../../messages';
import type { DictionaryRowValues, ParameterValues } from './parameter-form';

interface DefaultValueFieldProps {
  form: UseFormReturn<ParameterValues>;
  error: string | undefined;
}

const offeredOf = (rows: readonly DictionaryRowValues[]): { value: string; isActive: boolean }[] => {
  const values = new Map(
    rows.map(({ value, isActive }) => [value.trim(), { value: value.trim(), isActive }] as const),
  );
  values.delete('');
  return [...values.values()];
};

/** What the parameter begins with, as fits its type; of a dictionary one of the values that stand in the form. */
export const DefaultValueField = ({ form: { control, getValues }, error }: DefaultValueFieldProps) => {
  const t = useAdminMessages();
  const parameterType = useWatch({ control, name: 'parameterType' });
  // Read when somebody comes here: following hundreds of values letter by letter would slow down their typing.
  const [offered, setOffered] = useState(() => offeredOf(getValues('dictionaryValues')));
  return (
    <div onFocusCapture={() => setOffered(offeredOf(getValues('dictionaryValues')))}>
      <Controller
        control={control}
        name="defaultValue"
        render={({ field: { value, onChange, onBlur } }) => (
          <ParameterValueField
            parameter={{ parameterType: parameterType || 'TEXT', dictionaryValues: offered }}
            label={t('parameter.defaultValue')}
            optional
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            error={error}
          />
        )}
      />
    </div>
  );
};
