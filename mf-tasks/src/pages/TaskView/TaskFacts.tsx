import type { Task } from '@obieg/contracts';
import { Card, DateTime, type Detail, DetailList, Person, PriorityBadge, StatusBadge, Text } from '@obieg/ui';
import { useLanguage } from '@obieg/web-kit';
import { formatAnswer } from '../../answers/format-answer';
import { useTaskMessages } from '../../messages';
import classes from './task-view.module.css';

const Assignee = ({ task: { assignedUserName, assignedUserEmail, assignedGroupName } }: { task: Task }) => {
  const t = useTaskMessages();
  if (assignedUserName) return <Person name={assignedUserName} email={assignedUserEmail} />;
  if (assignedGroupName) return <Person name={assignedGroupName} />;
  return <Text muted>{t('task.unassigned')}</Text>;
};

const Visibility = ({ task: { visibleUsers, visibleGroups } }: { task: Task }) => {
  const t = useTaskMessages();
  const items: Detail[] = [
    { label: t('task.visibleUsers'), value: visibleUsers.map(({ userName }) => userName).join(', ') },
    { label: t('task.visibleGroups'), value: visibleGroups.map(({ groupName }) => groupName).join(', ') },
  ].filter(({ value }) => value !== '');
  if (items.length === 0) return null;
  return (
    <Card title={t('task.visibility')}>
      <DetailList items={items} />
    </Card>
  );
};

/** The side column: people, dates, answers, who sees it (spec 3 §2). */
export const TaskFacts = ({ task }: { task: Task }) => {
  const t = useTaskMessages();
  const language = useLanguage();
  const { createdAt, lastUpdatedAt, createdBy, parameterDetails } = task;
  const facts: Detail[] = [
    {
      label: t('task.status'),
      value: <StatusBadge type={task.statusType}>{task.statusName}</StatusBadge>,
    },
    { label: t('task.assignee'), value: <Assignee task={task} /> },
    { label: t('task.priority'), value: <PriorityBadge priority={task.priority} /> },
    { label: t('task.createdBy'), value: createdBy ?? t('task.unknown') },
    { label: t('task.createdAt'), value: <DateTime value={createdAt} /> },
    ...(lastUpdatedAt === createdAt
      ? []
      : [{ label: t('task.lastUpdatedAt'), value: <DateTime value={lastUpdatedAt} /> }]),
  ];
  return (
    <div className={classes['facts']}>
      <Card title={t('task.details')}>
        <DetailList items={facts} />
      </Card>
      {parameterDetails.length > 0 ? (
        <Card title={t('task.parameters')}>
          <DetailList
            items={parameterDetails.map(({ parameterName, parameterType, parameterValue }) => ({
              label: parameterName,
              value: formatAnswer(parameterType, parameterValue, language),
            }))}
          />
        </Card>
      ) : null}
      <Visibility task={task} />
    </div>
  );
};
