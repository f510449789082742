import type { RequiredParameter, StatusTransition, WorkflowStatus } from '@obieg/contracts';
import { Badge, Button, DetailList, LinkButton, Loading, SkeletonLines, StatusBadge, Text } from '@obieg/ui';
import { usePermissions } from '@obieg/web-kit';
import { useGroupList, useGroupNames } from '../../api/groups.api';
import { useParameterList } from '../../api/parameters.api';
import { type ConditionTexts, useConditionTexts } from '../../conditions/use-condition-texts';
import { LoadFailure } from '../../failures/LoadFailure';
import { useAdminMessages } from '../../i18n/messages';
import { FindingList } from '../../workflow-check/FindingList';
import { useFindingsOf } from '../../workflow-check/use-findings';
import type { Selection } from '../../workflow-picture/geometry/focus';
import classes from './workflow.module.css';

interface TransitionFactsProps {
  transition: StatusTransition;
  statuses: readonly WorkflowStatus[];
  onSelect: (selection: Selection) => void;
}

const Lines = ({ lines, empty }: { lines: readonly { key: number; text: string }[]; empty: string }) =>
  lines.length === 0 ? (
    empty
  ) : (
    <ul className={classes['lines']}>
      {lines.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  );

/** An end of the transition; selects it. */
const StatusLink = ({
  statusId,
  statuses,
  onSelect,
}: Omit<TransitionFactsProps, 'transition'> & { statusId: number | null }) => {
  const t = useAdminMessages();
  const status = statuses.find(({ id }) => id === statusId);
  return (
    <span className={classes['end']}>
      {status ? (
        <StatusBadge type={status.statusType}>{t(`statusTypes.${status.statusType}`)}</StatusBadge>
      ) : (
        <Badge icon="run">{t('transitions.initial')}</Badge>
      )}
      <LinkButton onClick={() => onSelect({ statusId })}>{status?.name ?? t('diagram.start')}</LinkButton>
    </span>
  );
};

const useRequirementText = ({ nameOf, formatValue }: ConditionTexts) => {
  const t = useAdminMessages();
  return ({ parameterId, isMandatory, defaultValue }: RequiredParameter): string => {
    const qualifiers = [
      t(isMandatory ? 'transition.isMandatory' : 'transition.isOptional'),
      ...(defaultValue
        ? [t('transition.defaultsTo', { value: formatValue(parameterId, defaultValue) })]
        : []),
    ];
    return `${nameOf(parameterId)} (${qualifiers.join(', ')})`;
  };
};

/** Rules that name groups and parameters. */
const Rules = ({ transition }: Pick<TransitionFactsProps, 'transition'>) => {
  const t = useAdminMessages();
  const groups = useGroupList();
  const nameOfGroup = useGroupNames();
  const parameters = useParameterList();
  const texts = useConditionTexts(parameters.data);
  const requirementText = useRequirementText(texts);
  const failedQuery = [groups, parameters].find(({ error, data }) => error && !data);
  if (failedQuery) return <LoadFailure title={t('picture.rulesFailed')} query={failedQuery} />;
  if (!groups.data || !parameters.data)
    return (
      <Loading>
        <SkeletonLines lines={4} />
      </Loading>
    );
  const { executorGroupIds, parameterConditions, requiredParameters, targetGroupId } = transition;
  return (
    <DetailList
      items={[
        {
          label: t('transition.executorGroups'),
          value: (
            <Lines
              empty={t('transition.everyone')}
              lines={executorGroupIds.map((id) => ({ key: id, text: nameOfGroup(id) }))}
            />
          ),
        },
        {
          label: t('transition.conditions'),
          value: (
            <Lines
              empty={t('transition.noConditions')}
              lines={parameterConditions.map((condition) => ({
                key: condition.id,
                text: texts.describe(condition),
              }))}
            />
          ),
        },
        {
          label: t('transition.requirements'),
          value: (
            <Lines
              empty={t('transition.noRequirements')}
              lines={requiredParameters.map((row) => ({ key: row.id, text: requirementText(row) }))}
            />
          ),
        },
        {
          label: t('transition.targetGroup'),
          value: targetGroupId === null ? t('transitions.none') : nameOfGroup(targetGroupId),
        },
      ]}
    />
  );
};

/** Ends, rules and findings of a transition. */
export const TransitionFacts = ({ transition, statuses, onSelect }: TransitionFactsProps) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const findings = useFindingsOf('transition', transition.id);
  const { id, fromStatusId, toStatusId, isActive, description } = transition;
  const ends = { statuses, onSelect };
  return (
    <>
      {findings.length > 0 ? <FindingList findings={findings} /> : null}
      <DetailList
        items={[
          { label: t('transition.from'), value: <StatusLink {...ends} statusId={fromStatusId} /> },
          { label: t('transition.to'), value: <StatusLink {...ends} statusId={toStatusId} /> },
          ...(isActive ? [] : [{ label: t('transition.active'), value: t('transitions.no') }]),
          ...(description
            ? [
                {
                  label: t('transition.description'),
                  value: (
                    <Text as="span" preserveLines>
                      {description}
                    </Text>
                  ),
                },
              ]
            : []),
        ]}
      />
      <Rules transition={transition} />
      <div className={classes['panelActions']}>
        {canManageWorkflow ? (
          <Button size="small" icon="edit" to={`/status-transitions/${id}/edit`}>
            {t('picture.editTransition')}
          </Button>
        ) : (
          <Button size="small" icon="visible" to={`/status-transitions/${id}`}>
            {t('picture.viewTransition')}
          </Button>
        )}
      </div>
    </>
  );
};
