import type { TaskListItem } from '@obieg/contracts';
import { type Column, DateTime, PersonInline, PriorityBadge, StatusBadge } from '@obieg/ui';
import type { Translate } from '@obieg/web-kit';
import classes from './task-list.module.css';

const Title = ({ task: { title, description } }: { task: TaskListItem }) => (
  <span className={classes['title']}>
    <span>{title}</span>
    {description ? (
      <span className={classes['description']} title={description}>
        {description}
      </span>
    ) : null}
  </span>
);

/** The columns of spec 3 §2. */
export const taskColumns = (t: Translate): Column<TaskListItem>[] => [
  { id: 'id', header: t('list.columns.id'), kind: 'code', cell: ({ publicTaskId }) => publicTaskId },
  {
    id: 'title',
    header: t('list.columns.title'),
    isMain: true,
    width: '34%',
    cell: (task) => <Title task={task} />,
  },
  {
    id: 'status',
    header: t('list.columns.status'),
    kind: 'badge',
    cell: ({ statusName, statusType }) => (
      <span className={classes['status']} title={statusName}>
        <StatusBadge type={statusType}>{statusName}</StatusBadge>
      </span>
    ),
  },
  {
    id: 'priority',
    header: t('list.columns.priority'),
    kind: 'badge',
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
  },
  {
    id: 'assignee',
    header: t('list.columns.assignee'),
    cell: ({ assignedUserName, assignedGroupName }) => {
      const name = assignedUserName ?? assignedGroupName;
      return name ? (
        <PersonInline name={name} />
      ) : (
        <span className={classes['unassigned']}>{t('list.unassigned')}</span>
      );
    },
  },
  {
    id: 'createdBy',
    header: t('list.columns.createdBy'),
    cell: ({ createdBy }) => (
      <span className={classes['author']} title={createdBy ?? undefined}>
        {createdBy ?? t('list.unknown')}
      </span>
    ),
  },
  {
    id: 'createdAt',
    header: t('list.columns.createdAt'),
    cell: ({ createdAt }) => <DateTime value={createdAt} format="shortDate" />,
  },
  {
    id: 'lastUpdatedAt',
    header: t('list.columns.lastUpdatedAt'),
    cell: ({ lastUpdatedAt }) => <DateTime value={lastUpdatedAt} format="relative" />,
  },
];
