import { conditionTypes } from '@obieg/contracts';
import { Card, SelectField } from '@obieg/ui';
import { FieldPair } from '@obieg/ui/lists';
import { type Control, Controller, useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { ParameterValueField } from '../../conditions/ParameterValueField';
import { markInactive } from '../../conditions/use-condition-texts';
import { FieldRows } from '../../forms/FieldRows';
import { useAdminMessages } from '../../i18n/messages';
import {
  findParent,
  maxDependencies,
  needsConditionValue,
  newDependency,
  type ParameterValues,
  type Parents,
} from './parameter-form';

interface DependenciesProps {
  control: Control<ParameterValues>;
  /** Possible parents; excludes the parameter itself (spec 2 §5). */
  parents: Parents;
}
interface AllDependenciesProps extends DependenciesProps {
  /** The parameter just saved. Its parent is the first choice for this one. */
  previous: ParameterValues | undefined;
}

const DependencyFields = ({ control, parents, row }: DependenciesProps & { row: number }) => {
  const t = useAdminMessages();
  const dependency = useWatch({ control, name: `dependencies.${row}` });
  const { errors } = useFormState({ control, name: `dependencies.${row}` });
  const rowErrors = errors.dependencies?.[row];
  const parent = findParent(parents, dependency.parentParameterId);
  return (
    <FieldPair>
      <Controller
        control={control}
        name={`dependencies.${row}`}
        render={({ field: { value, onChange, onBlur } }) => (
          <SelectField
            label={t('parameter.parent')}
            placeholder={t('parameter.chooseParent')}
            value={value.parentParameterId}
            onChange={({ target }) =>
              onChange({ ...value, parentParameterId: target.value, conditionValue: '' })
            }
            onBlur={onBlur}
            error={rowErrors?.parentParameterId?.message}
            options={parents.map(({ id, displayName, isActive }) => ({
              value: String(id),
              label: markInactive(t, isActive, displayName),
            }))}
          />
        )}
      />
      <Controller
        control={control}
        name={`dependencies.${row}.conditionType`}
        render={({ field }) => (
          <SelectField
            {...field}
            label={t('parameter.conditionType')}
            placeholder={t('parameter.chooseCondition')}
            error={rowErrors?.conditionType?.message}
            options={conditionTypes.map((value) => ({ value, label: t(`conditionTypes.${value}`) }))}
          />
        )}
      />
      {parent && needsConditionValue(dependency) ? (
        <Controller
          control={control}
          name={`dependencies.${row}.conditionValue`}
          render={({ field: { value, onChange, onBlur } }) => (
            <ParameterValueField
              parameter={parent}
              label={t('parameter.conditionValue')}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              error={rowErrors?.conditionValue?.message}
            />
          )}
        />
      ) : null}
    </FieldPair>
  );
};

/** Edits the dependencies. The questionnaire asks the parameter only if all of them hold. */
export const Dependencies = ({ control, parents, previous }: AllDependenciesProps) => {
  const t = useAdminMessages();
  const { fields, append, remove } = useFieldArray({ control, name: 'dependencies' });
  const { errors } = useFormState({ control, name: 'dependencies' });
  const parentParameterId = fields.length === 0 ? (previous?.dependencies[0]?.parentParameterId ?? '') : '';
  return (
    <Card>
      <FieldRows
        legend={t('parameter.dependencies')}
        help={t('parameter.dependenciesHelp')}
        empty={t('parameter.noDependencies')}
        error={errors.dependencies?.message ?? errors.dependencies?.root?.message}
        addLabel={t('parameter.addDependency')}
        removeLabel={(number) => t('parameter.removeDependency', { number })}
        rowKeys={fields.map(({ id }) => id)}
        onAdd={() => append({ ...newDependency, parentParameterId }, { shouldFocus: false })}
        onRemove={remove}
        maxRows={maxDependencies}
      >
        {(row) => <DependencyFields control={control} parents={parents} row={row} />}
      </FieldRows>
    </Card>
  );
};
