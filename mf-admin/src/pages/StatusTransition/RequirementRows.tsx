import type { WorkflowParameter } from '@obieg/contracts';
import { CheckboxField } from '@obieg/ui';
import { FieldPair } from '@obieg/ui/lists';
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
      <FieldPair>
        <RowParameterField
          control={control}
          setValue={setValue}
          name={`requiredParameters.${row}.parameterId`}
          valueName={`requiredParameters.${row}.defaultValue`}
          parameters={parameters}
          takenIds={new Set(rows.map(({ parameterId }) => parameterId))}
          error={errors?.parameterId?.message}
        />
        {parameter ? (
          <RowValueField
            control={control}
            name={`requiredParameters.${row}.defaultValue`}
            parameter={parameter}
            label={t('transition.defaultValue')}
            optional={t('optional')}
            error={errors?.defaultValue?.message}
          />
        ) : null}
      </FieldPair>
      <Controller
        control={control}
        name={`requiredParameters.${row}.isMandatory`}
        render={({ field: { value, ...field } }) => (
          <CheckboxField {...field} checked={value} label={t('transition.mandatory')} />
        )}
      />
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
