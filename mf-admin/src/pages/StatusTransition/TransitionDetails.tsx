import type { StatusTransition } from '@obieg/contracts';
import { Badge, Card, DetailList, StatusBadge, Text } from '@obieg/ui';
import { comparesWithValue } from '@obieg/workflow-rules';
import type { ReactNode } from 'react';
import { useGroupNames } from '../../api/groups.api';
import { useConditionTexts } from '../../conditions/use-condition-texts';
import { useAdminMessages } from '../../i18n/messages';
import classes from './transition.module.css';
import type { TransitionFormData } from './use-form-data';

interface DetailsProps {
  transition: StatusTransition;
  formData: TransitionFormData;
}

const MainDetails = ({ transition, formData: { statuses } }: DetailsProps) => {
  const t = useAdminMessages();
  const nameOfGroup = useGroupNames();
  const renderBadge = (statusId: number, name: string) => {
    const type = statuses.find(({ id }) => id === statusId)?.statusType;
    return type ? <StatusBadge type={type}>{name}</StatusBadge> : <Badge>{name}</Badge>;
  };
  const { fromStatusId, fromStatusName, toStatusId, toStatusName, executorGroupIds } = transition;
  const { targetGroupId, targetGroupName } = transition;
  const executors = executorGroupIds.map((id) => nameOfGroup(id));
  return (
    <DetailList
      columns={2}
      items={[
        { label: t('transition.name'), value: transition.name },
        {
          label: t('transition.active'),
          value: t(transition.isActive ? 'transitions.yes' : 'transitions.no'),
        },
        {
          label: t('transition.from'),
          value:
            fromStatusId === null ? (
              <Badge icon="run">{t('transitions.initial')}</Badge>
            ) : (
              renderBadge(fromStatusId, fromStatusName ?? '')
            ),
        },
        { label: t('transition.to'), value: renderBadge(toStatusId, toStatusName) },
        {
          label: t('transition.targetGroup'),
          value: targetGroupId === null ? t('transitions.none') : nameOfGroup(targetGroupId, targetGroupName),
        },
        {
          label: t('transition.executorGroups'),
          value: executors.length > 0 ? executors.join(', ') : t('transition.everyone'),
        },
        { label: t('transition.priority'), value: transition.priorityOrder },
        {
          label: t('transition.description'),
          value: transition.description ? (
            <Text as="span" preserveLines>
              {transition.description}
            </Text>
          ) : (
            '-'
          ),
        },
      ]}
    />
  );
};

const Lines = ({ empty, lines }: { empty: string; lines: { key: number; content: ReactNode }[] }) =>
  lines.length > 0 ? (
    <ul className={classes['list']}>
      {lines.map(({ key, content }) => (
        <li key={key}>{content}</li>
      ))}
    </ul>
  ) : (
    <Text muted>{empty}</Text>
  );

const Conditions = ({ transition, formData }: DetailsProps) => {
  const t = useAdminMessages();
  const { nameOf, formatValue } = useConditionTexts(formData.parameters);
  return (
    <Lines
      empty={t('transition.noConditions')}
      lines={transition.parameterConditions.map(({ id, parameterId, conditionType, conditionValue }) => ({
        key: id,
        content: (
          <>
            <strong>{nameOf(parameterId)}</strong> {t(`conditionTypes.${conditionType}`)}{' '}
            {comparesWithValue(conditionType) ? (
              <strong>{formatValue(parameterId, conditionValue ?? '')}</strong>
            ) : null}
          </>
        ),
      }))}
    />
  );
};

const Requirements = ({ transition, formData }: DetailsProps) => {
  const t = useAdminMessages();
  const { nameOf, formatValue } = useConditionTexts(formData.parameters);
  return (
    <Lines
      empty={t('transition.noRequirements')}
      lines={transition.requiredParameters.map(({ id, parameterId, isMandatory, defaultValue }) => {
        const qualifiers = [
          t(isMandatory ? 'transition.isMandatory' : 'transition.isOptional'),
          defaultValue ? t('transition.defaultsTo', { value: formatValue(parameterId, defaultValue) }) : '',
        ];
        return {
          key: id,
          content: (
            <>
              <strong>{nameOf(parameterId)}</strong>{' '}
              <Text as="span" muted>
                ({qualifiers.filter(Boolean).join(', ')})
              </Text>
            </>
          ),
        };
      })}
    />
  );
};

/** Shows a transition read-only (spec 2 §2). */
export const TransitionDetails = (props: DetailsProps) => {
  const t = useAdminMessages();
  return (
    <div className={classes['sections']}>
      <Card>
        <MainDetails {...props} />
      </Card>
      <Card title={t('transition.conditions')}>
        <Conditions {...props} />
      </Card>
      <Card title={t('transition.requirements')}>
        <Requirements {...props} />
      </Card>
    </div>
  );
};
