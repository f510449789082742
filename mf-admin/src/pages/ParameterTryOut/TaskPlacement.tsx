import type { StatusTransition, WorkflowParameter, WorkflowStatus } from '@obieg/contracts';
import { Card, DetailList, Notice, StatusBadge, TextLink } from '@obieg/ui';
import { type Answers, placeNewTask } from '@obieg/workflow-rules';
import { useAdminMessages } from '../../messages';

interface TaskPlacementProps {
  answers: Answers;
  statuses: readonly WorkflowStatus[];
  transitions: readonly StatusTransition[];
  parameters: readonly WorkflowParameter[];
}

/** Where a task with these answers would begin, by the rule that the server applies (spec 3 §4). */
export const TaskPlacement = ({ answers, statuses, transitions, parameters }: TaskPlacementProps) => {
  const t = useAdminMessages();
  const place = placeNewTask({ statuses: [...statuses], transitions: [...transitions], parameters }, answers);
  const status = statuses.find(({ id }) => id === place?.statusId);
  if (!status) return <Notice tone="warning">{t('tryOut.noStatus')}</Notice>;
  const transition = transitions.find(({ id }) => id === place?.transitionId);
  return (
    <Card title={t('tryOut.result')}>
      <DetailList
        columns={2}
        items={[
          {
            label: t('tryOut.status'),
            value: <StatusBadge type={status.statusType}>{status.name}</StatusBadge>,
          },
          { label: t('tryOut.group'), value: transition?.targetGroupName ?? t('tryOut.noGroup') },
          {
            label: t('tryOut.transition'),
            value: transition ? (
              <TextLink to={`/status-transitions/${transition.id}`}>{transition.name}</TextLink>
            ) : (
              t('tryOut.noTransition')
            ),
          },
        ]}
      />
    </Card>
  );
};
