import { memo, useEffect, useState } from 'react';
import { type Control, Controller, useWatch } from 'react-hook-form';
import { ParameterValueField } from '../../conditions/ParameterValueField';
import { useAdminMessages } from '../../messages';
import type { DictionaryRowValues, ParameterValues } from './parameter-form';

interface DefaultValueFieldProps {
  control: Control<ParameterValues>;
  error: string | undefined;
}

interface OfferedProps extends DefaultValueFieldProps {
  parameterType: ParameterValues['parameterType'];
  rows: readonly DictionaryRowValues[];
}

/** Nobody goes from typing a value to choosing it faster. */
const pauseMs = 250;

const offeredOf = (rows: readonly DictionaryRowValues[]): { value: string; isActive: boolean }[] => {
  const values = new Map(
    rows.map(({ value, isActive }) => [value.trim(), { value: value.trim(), isActive }] as const),
  );
  values.delete('');
  return [...values.values()];
};

/** The rows as they were before the last pause: hundreds of options are not drawn anew with each letter. */
const useSettledRows = (rows: readonly DictionaryRowValues[]): readonly DictionaryRowValues[] => {
  const [settled, setSettled] = useState(rows);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(rows), pauseMs);
    return () => clearTimeout(timer);
  }, [rows]);
  return settled;
};

const Offered = memo(({ control, error, parameterType, rows }: OfferedProps) => {
  const t = useAdminMessages();
  return (
    <Controller
      control={control}
      name="defaultValue"
      render={({ field: { value, onChange, onBlur } }) => (
        <ParameterValueField
          parameter={{ parameterType: parameterType || 'TEXT', dictionaryValues: offeredOf(rows) }}
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

/** What the parameter begins with, as fits its type; of a dictionary one of the values that stand in the form. */
export const DefaultValueField = ({ control, error }: DefaultValueFieldProps) => {
  const parameterType = useWatch({ control, name: 'parameterType' });
  const rows = useSettledRows(useWatch({ control, name: 'dictionaryValues' }));
  return <Offered control={control} error={error} parameterType={parameterType} rows={rows} />;
};
