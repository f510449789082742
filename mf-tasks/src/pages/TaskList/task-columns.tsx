import type { TaskListItem, TaskSortKey } from '@obieg/contracts';
import { type Column, DateTime, Icon, PersonInline, PriorityBadge, StatusBadge } from '@obieg/ui';
import type { Translate } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import classes from './task-list.module.css';

const Title = ({ task: { title, description } }: { task: TaskListItem }) => (
  <span className={classes['title']}>
    <span className={classes['name']} title={title}>
      {title}
    </span>
    {description ? (
      <span className={classes['description']} title={description}>
        {description}
      </span>
    ) : null}
  </span>
);

/** Shows a warning icon until the email of the visitor is verified. */
const Author = ({ task, t }: { task: TaskListItem; t: Translate }) => (
  <span className={classes['author']}>
    <span className={classes['cut']} title={task.createdBy ?? undefined}>
      {task.createdBy ?? t('list.unknown')}
    </span>
    {task.needsEmailVerification ? (
      <span className={classes['unverified']} title={t('task.unverified')}>
        <Icon name="warning" size={14} />
        <span className="ob-visually-hidden">{t('task.unverified')}</span>
      </span>
    ) : null}
  </span>
);

/** Sort options use the column names. */
export const sortLabelKeys: Record<TaskSortKey, string> = {
  publicTaskId: 'list.columns.id',
  title: 'list.columns.title',
  statusName: 'list.columns.status',
  priority: 'list.columns.priority',
  assignee: 'list.columns.assignee',
  createdBy: 'list.columns.createdBy',
  createdAt: 'list.columns.createdAt',
  lastUpdatedAt: 'list.columns.lastUpdatedAt',
};

/**
 * The columns of spec 3 §2; all are sortable. The title takes the remaining width, and the width of columns that a
 * narrow table hides. In a wide table, status and people columns grow most.
 */
const columns: readonly (Omit<Column<TaskListItem>, 'header' | 'cell' | 'id'> & {
  sortKey: TaskSortKey;
  cell: (task: TaskListItem, t: Translate) => ReactNode;
})[] = [
  {
    sortKey: 'publicTaskId',
    kind: 'code',
    width: '128px',
    visibleFrom: 'wide',
    cell: ({ publicTaskId }) => <span className={classes['quiet']}>{publicTaskId}</span>,
  },
  { sortKey: 'title', isMain: true, cell: (task) => <Title task={task} /> },
  {
    sortKey: 'statusName',
    kind: 'badge',
    width: 'max(96px, 21cqi - 92px)',
    cell: ({ statusName, statusType }) => (
      <span className={classes['cut']} title={statusName}>
        <StatusBadge type={statusType}>{statusName}</StatusBadge>
      </span>
    ),
  },
  {
    sortKey: 'priority',
    kind: 'badge',
    width: 'clamp(104px, 10cqi, 110px)',
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
  },
  {
    sortKey: 'assignee',
    width: 'max(112px, 16cqi - 44px)',
    cell: ({ assignedUserName, assignedGroupName }, t) => {
      const name = assignedUserName ?? assignedGroupName;
      return name ? (
        <PersonInline name={name} />
      ) : (
        <span className={classes['quiet']}>{t('list.unassigned')}</span>
      );
    },
  },
  {
    sortKey: 'createdBy',
    visibleFrom: 'wide',
    width: 'max(112px, 16cqi - 44px)',
    cell: (task, t) => <Author task={task} t={t} />,
  },
  {
    sortKey: 'createdAt',
    visibleFrom: 'wide',
    width: '96px',
    cell: ({ createdAt }) => (
      <span className={classes['quiet']}>
        <DateTime value={createdAt} format="shortDate" />
      </span>
    ),
  },
  {
    sortKey: 'lastUpdatedAt',
    visibleFrom: 'medium',
    width: '140px',
    cell: ({ lastUpdatedAt }) => (
      <span className={classes['quiet']}>
        <DateTime value={lastUpdatedAt} />
      </span>
    ),
  },
];

export const createTaskColumns = (t: Translate): Column<TaskListItem>[] =>
  columns.map(({ cell, ...column }) => ({
    ...column,
    id: column.sortKey,
    header: t(sortLabelKeys[column.sortKey]),
    cell: (task) => cell(task, t),
  }));
