import { Card, DetailList, Notice, StatusBadge, TextLink } from '@obieg/ui';
import { type Answers, placeNewTask } from '@obieg/workflow-rules';
import { useGroupNames } from '../../api/groups.api';
import { useAdminMessages } from '../../i18n/messages';
import type { SavedWorkflow } from './scenario-result';

interface TaskPlacementProps {
  answers: Answers;
  workflow: SavedWorkflow;
}

/** Shows the initial status and group of a task with these answers. Uses the same rule as the server (spec 3 §4). */
export const TaskPlacement = ({ answers, workflow }: TaskPlacementProps) => {
  const t = useAdminMessages();
  const nameOfGroup = useGroupNames();
  const { statuses, transitions } = workflow;
  const placement = placeNewTask(
    { ...workflow, statuses: [...statuses], transitions: [...transitions] },
    answers,
  );
  const status = statuses.find(({ id }) => id === placement?.statusId);
  if (!status) return <Notice tone="warning">{t('tryOut.noStatus')}</Notice>;
  const transition = transitions.find(({ id }) => id === placement?.transitionId);
  return (
    <Card title={t('tryOut.result')}>
      <DetailList
        columns={2}
        items={[
          {
            label: t('tryOut.status'),
            value: <StatusBadge type={status.statusType}>{status.name}</StatusBadge>,
          },
          {
            label: t('tryOut.group'),
            value:
              transition?.targetGroupId == null
                ? t('tryOut.noGroup')
                : nameOfGroup(transition.targetGroupId, transition.targetGroupName),
          },
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
