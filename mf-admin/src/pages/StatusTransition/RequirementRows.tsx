import type { WorkflowParameter } from '@obieg/contracts';
import { CheckboxField } from '@obieg/ui';
import {
  type Control,
  Controller,
  type UseFormSetValue,
  useFieldArray,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { ParameterValueField } from '../../conditions/ParameterValueField';
import { useAdminMessages } from '../../messages';
import { FieldRows } from './FieldRows';
import { ParameterSelect } from './ParameterSelect';
import classes from './transition.module.css';
import { findParameter, maxRows, newRequirement, type TransitionValues } from './transition-form';

interface RequirementRowsProps {
  control: Control<TransitionValues>;
  setValue: UseFormSetValue<TransitionValues>;
  parameters: readonly WorkflowParameter[];
}

const RequirementFields = ({
  control,
  setValue,
  parameters,
  row,
}: RequirementRowsProps & { row: number }) => {
  const t = useAdminMessages();
  const rows = useWatch({ control, name: 'requiredParameters' });
  const { errors: all } = useFormState({ control, name: 'requiredParameters' });
  const errors = all.requiredParameters?.[row];
  const parameter = findParameter(parameters, rows[row]?.parameterId ?? '');
  return (
    <>
      <Controller
        control={control}
        name={`requiredParameters.${row}.parameterId`}
        render={({ field }) => (
          <ParameterSelect
            parameters={parameters}
            takenIds={new Set(rows.map(({ parameterId }) => parameterId))}
            {...field}
            onChange={(parameterId) => {
              field.onChange(parameterId);
              setValue(`requiredParameters.${row}.defaultValue`, '', { shouldDirty: true });
            }}
            error={errors?.parameterId?.message}
          />
        )}
      />
      {parameter ? (
        <Controller
          control={control}
          name={`requiredParameters.${row}.defaultValue`}
          render={({ field: { value, onChange, onBlur } }) => (
            <ParameterValueField
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              parameter={parameter}
              label={t('transition.defaultValue')}
              optional={t('optional')}
              error={errors?.defaultValue?.message}
            />
          )}
        />
      ) : null}
      <div className={classes['wholeRow']}>
        <Controller
          control={control}
          name={`requiredParameters.${row}.isMandatory`}
          render={({ field: { value, ...field } }) => (
            <CheckboxField {...field} checked={value} label={t('transition.mandatory')} />
          )}
        />
      </div>
    </>
  );
};

/** Edits the parameters that must be supplied when the transition runs (spec 2 §4). */
export const RequirementRows = ({ control, setValue, parameters }: RequirementRowsProps) => {
  const t = useAdminMessages();
  const { fields, append, remove } = useFieldArray({ control, name: 'requiredParameters' });
  const { errors } = useFormState({ control, name: 'requiredParameters' });
  return (
    <FieldRows
      legend={t('transition.requirements')}
      help={t('transition.requirementsHelp')}
      empty={t('transition.noRequirements')}
      error={errors.requiredParameters?.message ?? errors.requiredParameters?.root?.message}
      addLabel={t('transition.addRequirement')}
      removeLabel={(number) => t('transition.removeRequirement', { number })}
      rowKeys={fields.map(({ id }) => id)}
      onAdd={() => append(newRequirement, { shouldFocus: false })}
      onRemove={remove}
      maxRows={maxRows}
    >
      {(row) => <RequirementFields control={control} setValue={setValue} parameters={parameters} row={row} />}
    </FieldRows>
  );
};
