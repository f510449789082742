import type { WorkflowParameter } from '@obieg/contracts';
import { Card, DateTime, DetailList, Text } from '@obieg/ui';
import { DataTable } from '@obieg/ui/lists';
import { useConditionTexts } from '../../conditions/use-condition-texts';
import { useAdminMessages } from '../../i18n/messages';
import type { Parents } from './parameter-form';

interface ParameterDetailsProps {
  parameter: WorkflowParameter;
  /** Possible parents; used to display the names of dependencies. */
  parameters: Parents;
}

const none = '-';

const DictionaryTable = ({ values }: { values: WorkflowParameter['dictionaryValues'] }) => {
  const t = useAdminMessages();
  return (
    <DataTable
      label={t('parameter.dictionaryValues')}
      columns={[
        { id: 'value', header: t('parameter.value'), isMain: true, cell: ({ value }) => value },
        {
          id: 'sortOrder',
          header: t('parameter.sortOrder'),
          width: '120px',
          cell: ({ sortOrder }) => sortOrder,
        },
        {
          id: 'active',
          header: t('parameter.active'),
          width: '100px',
          cell: ({ isActive }) => t(isActive ? 'parameters.yes' : 'parameters.no'),
        },
      ]}
      rows={values}
      rowKey={({ id }) => id}
      isDimmed={({ isActive }) => !isActive}
      empty={<Text muted>{t('parameter.noValues')}</Text>}
    />
  );
};

const DependencyTable = ({ parameter: { dependencies }, parameters }: ParameterDetailsProps) => {
  const t = useAdminMessages();
  const { nameOf, formatValue } = useConditionTexts(parameters);
  return (
    <DataTable
      label={t('parameter.dependencies')}
      columns={[
        {
          id: 'parent',
          header: t('parameter.parent'),
          isMain: true,
          cell: ({ parentParameterId }) => nameOf(parentParameterId),
        },
        {
          id: 'condition',
          header: t('parameter.conditionType'),
          cell: ({ conditionType }) => t(`conditionTypes.${conditionType}`),
        },
        {
          id: 'value',
          header: t('parameter.conditionValue'),
          cell: ({ parentParameterId, conditionValue }) =>
            conditionValue === null ? none : formatValue(parentParameterId, conditionValue),
        },
      ]}
      rows={dependencies}
      rowKey={({ id }) => id}
      empty={null}
    />
  );
};

/** Shows a parameter read-only (spec 2 §2). */
export const ParameterDetails = ({ parameter, parameters }: ParameterDetailsProps) => {
  const t = useAdminMessages();
  const { formatValue } = useConditionTexts(parameters);
  const { defaultValue, parameterType } = parameter;
  return (
    <>
      <Card>
        <DetailList
          columns={2}
          items={[
            { label: t('parameter.name'), value: parameter.parameterName },
            { label: t('parameter.displayName'), value: parameter.displayName },
            { label: t('parameter.type'), value: t(`parameterTypes.${parameterType}`) },
            { label: t('parameter.stage'), value: t(`parameterStages.${parameter.parameterStage}`) },
            { label: t('parameter.sortOrder'), value: parameter.sortOrder },
            {
              label: t('parameter.active'),
              value: t(parameter.isActive ? 'parameters.yes' : 'parameters.no'),
            },
            {
              label: t('parameter.defaultValue'),
              value: defaultValue === null ? none : formatValue(parameter.id, defaultValue),
            },
            {
              label: t('parameters.columns.createdAt'),
              value: <DateTime value={parameter.createdAt} format="shortDate" />,
            },
            {
              label: t('parameter.description'),
              value: parameter.description ? <Text preserveLines>{parameter.description}</Text> : none,
            },
          ]}
        />
      </Card>
      {parameterType === 'DICTIONARY' ? (
        <Card title={t('parameter.dictionaryValues')}>
          <DictionaryTable values={parameter.dictionaryValues} />
        </Card>
      ) : null}
      <Card title={t('parameter.dependencies')}>
        {parameter.dependencies.length === 0 ? (
          <Text muted>{t('parameter.noDependencies')}</Text>
        ) : (
          <DependencyTable parameter={parameter} parameters={parameters} />
        )}
      </Card>
    </>
  );
};
