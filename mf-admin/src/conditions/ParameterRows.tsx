import { conditionTypes, type WorkflowParameter } from '@obieg/contracts';
import { CheckboxField, SelectField } from '@obieg/ui';
import { FieldPair } from '@obieg/ui/lists';
import {
  type FieldErrors,
  useController,
  useFieldArray,
  useFormContext,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { FieldRows } from '../forms/FieldRows';
import { useAdminMessages } from '../i18n/messages';
import { ParameterSelect } from './ParameterSelect';
import { ParameterValueField } from './ParameterValueField';
import { type ConditionRow, findParameter, needsValue, type RequirementRow, rowsMax } from './parameter-rows';

/** A condition, or a parameter that a transition requires. */
type Row = ConditionRow | RequirementRow;

/** The part of a form that holds rows. */
type RowsForm = Record<keyof typeof texts, Row[]>;

/** Message keys, by the name of the rows in their form. */
const texts = {
  dependencies: {
    legend: 'parameter.dependencies',
    help: 'parameter.dependenciesHelp',
    empty: 'parameter.noDependencies',
    add: 'parameter.addDependency',
    remove: 'parameter.removeDependency',
    parameter: 'parameter.parent',
    chooseParameter: 'parameter.chooseParent',
    chooseCondition: 'parameter.chooseCondition',
    value: 'parameter.conditionValue',
  },
  parameterConditions: {
    legend: 'transition.conditions',
    help: 'transition.conditionsHelp',
    empty: 'transition.noConditions',
    add: 'transition.addCondition',
    remove: 'transition.removeCondition',
    parameter: 'transition.parameter',
    chooseParameter: 'transition.chooseParameter',
    chooseCondition: undefined,
    value: 'transition.conditionValue',
  },
  conditions: {
    legend: 'transition.conditions',
    help: 'target.conditionsHelp',
    empty: 'target.noConditions',
    add: 'transition.addCondition',
    remove: 'transition.removeCondition',
    parameter: 'transition.parameter',
    chooseParameter: 'transition.chooseParameter',
    chooseCondition: undefined,
    value: 'transition.conditionValue',
  },
  requiredParameters: {
    legend: 'transition.requirements',
    help: 'transition.requirementsHelp',
    empty: 'transition.noRequirements',
    add: 'transition.addRequirement',
    remove: 'transition.removeRequirement',
    parameter: 'transition.parameter',
    chooseParameter: 'transition.chooseParameter',
    chooseCondition: undefined,
    value: 'transition.defaultValue',
  },
} as const;

interface RowsProps {
  name: keyof typeof texts;
  parameters: readonly WorkflowParameter[];
}

const RowFields = ({ name, parameters, index }: RowsProps & { index: number }) => {
  const t = useAdminMessages();
  const { control } = useFormContext<RowsForm>();
  const { field } = useController({ control, name: `${name}.${index}` });
  const rows = useWatch({ control, name });
  const { errors } = useFormState({ control, name });
  const rowErrors: FieldErrors<ConditionRow> = errors[name]?.[index] ?? {};
  const row = field.value;
  const change = (changes: Partial<ConditionRow & RequirementRow>): void =>
    field.onChange({ ...row, ...changes });
  const parameter = findParameter(parameters, row.parameterId);
  const { chooseCondition, ...labels } = texts[name];
  const isRequirement = 'isMandatory' in row;
  return (
    <>
      {/* Questions are long. Beside other fields, the select would cut them. */}
      <ParameterSelect
        label={t(labels.parameter)}
        placeholder={t(labels.chooseParameter)}
        parameters={parameters}
        {...(isRequirement ? { takenIds: new Set(rows.map(({ parameterId }) => parameterId)) } : {})}
        value={row.parameterId}
        // A value of one type is rarely valid for another.
        onChange={(parameterId) => change({ parameterId, value: '' })}
        onBlur={field.onBlur}
        error={rowErrors.parameterId?.message}
      />
      <FieldPair>
        {isRequirement ? null : (
          <SelectField
            label={t('parameter.conditionType')}
            {...(chooseCondition ? { placeholder: t(chooseCondition) } : {})}
            value={row.conditionType}
            onChange={({ target }) =>
              change({ conditionType: target.value as ConditionRow['conditionType'] })
            }
            onBlur={field.onBlur}
            error={rowErrors.conditionType?.message}
            options={conditionTypes.map((value) => ({ value, label: t(`conditionTypes.${value}`) }))}
          />
        )}
        {parameter && (isRequirement || needsValue(row.conditionType)) ? (
          <ParameterValueField
            parameter={parameter}
            label={t(labels.value)}
            {...(isRequirement ? { optional: t('optional') } : {})}
            value={row.value}
            onChange={(value) => change({ value })}
            onBlur={field.onBlur}
            error={rowErrors.value?.message}
          />
        ) : null}
      </FieldPair>
      {isRequirement ? (
        <CheckboxField
          label={t('transition.mandatory')}
          checked={row.isMandatory}
          onChange={({ target }) => change({ isMandatory: target.checked })}
        />
      ) : null}
    </>
  );
};

interface ParameterRowsProps extends RowsProps {
  /** Returns the values of an added row. @param count of the present rows */
  createRow: (count: number) => Row;
}

/**
 * Edits rows that name a parameter: the dependencies of a parameter (spec 2 §5), and the conditions and the required
 * parameters of a transition (spec 2 §4).
 */
export const ParameterRows = ({ name, parameters, createRow }: ParameterRowsProps) => {
  const t = useAdminMessages();
  const { control } = useFormContext<RowsForm>();
  const { fields, append, remove } = useFieldArray({ control, name });
  const { errors } = useFormState({ control, name });
  const labels = texts[name];
  return (
    <FieldRows
      legend={t(labels.legend)}
      help={t(labels.help)}
      empty={t(labels.empty)}
      error={errors[name]?.message ?? errors[name]?.root?.message}
      addLabel={t(labels.add)}
      removeLabel={(number) => t(labels.remove, { number })}
      rowKeys={fields.map(({ id }) => id)}
      onAdd={() => append(createRow(fields.length), { shouldFocus: false })}
      onRemove={remove}
      maxRows={rowsMax}
    >
      {(index) => <RowFields name={name} parameters={parameters} index={index} />}
    </FieldRows>
  );
};
