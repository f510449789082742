import { conditionTypes, type WorkflowParameter } from '@obieg/contracts';
import { SelectField } from '@obieg/ui';
import { FieldPair } from '@obieg/ui/lists';
import { comparesWithValue } from '@obieg/workflow-rules';
import {
  type Control,
  Controller,
  type UseFormSetValue,
  useFieldArray,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { FieldRows } from '../../forms/FieldRows';
import { useAdminMessages } from '../../i18n/messages';
import { RowParameterField, RowValueField } from './RowFields';
import { findParameter, maxRows, newCondition, type TransitionValues } from './transition-form';

interface ConditionRowsProps {
  control: Control<TransitionValues>;
  setValue: UseFormSetValue<TransitionValues>;
  parameters: readonly WorkflowParameter[];
}

const ConditionFields = ({ control, setValue, parameters, row }: ConditionRowsProps & { row: number }) => {
  const t = useAdminMessages();
  const condition = useWatch({ control, name: `parameterConditions.${row}` });
  const { errors: all } = useFormState({ control, name: 'parameterConditions' });
  const errors = all.parameterConditions?.[row];
  const parameter = findParameter(parameters, condition.parameterId);
  return (
    <FieldPair>
      <RowParameterField
        control={control}
        setValue={setValue}
        name={`parameterConditions.${row}.parameterId`}
        valueName={`parameterConditions.${row}.conditionValue`}
        parameters={parameters}
        error={errors?.parameterId?.message}
      />
      <Controller
        control={control}
        name={`parameterConditions.${row}.conditionType`}
        render={({ field }) => (
          <SelectField
            {...field}
            label={t('transition.conditionType')}
            error={errors?.conditionType?.message}
            options={conditionTypes.map((value) => ({ value, label: t(`conditionTypes.${value}`) }))}
          />
        )}
      />
      {parameter && comparesWithValue(condition.conditionType) ? (
        <RowValueField
          control={control}
          name={`parameterConditions.${row}.conditionValue`}
          parameter={parameter}
          label={t('transition.conditionValue')}
          error={errors?.conditionValue?.message}
        />
      ) : null}
    </FieldPair>
  );
};

/** Edits the parameter conditions. The transition is available only if all of them hold (spec 2 §4). */
export const ConditionRows = ({ control, setValue, parameters }: ConditionRowsProps) => {
  const t = useAdminMessages();
  const { fields, append, remove } = useFieldArray({ control, name: 'parameterConditions' });
  const { errors } = useFormState({ control, name: 'parameterConditions' });
  return (
    <FieldRows
      legend={t('transition.conditions')}
      help={t('transition.conditionsHelp')}
      empty={t('transition.noConditions')}
      error={errors.parameterConditions?.message ?? errors.parameterConditions?.root?.message}
      addLabel={t('transition.addCondition')}
      removeLabel={(number) => t('transition.removeCondition', { number })}
      rowKeys={fields.map(({ id }) => id)}
      onAdd={() => append(newCondition, { shouldFocus: false })}
      onRemove={remove}
      maxRows={maxRows}
    >
      {(row) => <ConditionFields control={control} setValue={setValue} parameters={parameters} row={row} />}
    </FieldRows>
  );
};
