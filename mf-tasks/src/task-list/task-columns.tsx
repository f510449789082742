import type { TaskListItem, TaskOrder, TaskSortKey } from '@obieg/contracts';
import { Icon, PersonInline, PriorityBadge, StatusBadge } from '@obieg/ui';
import { type Column, ListDate } from '@obieg/ui/lists';
import type { Translate } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { DueDate } from '../due/DueDate';
import { Highlighted } from './Highlighted';
import classes from './task-list.module.css';
import { UnreadMark } from './UnreadMark';

/** The line below a title: where a search found the task, or the description. */
const Preview = ({ task: { description, match }, t }: { task: TaskListItem; t: Translate }) => {
  if (match && match.field !== 'title')
    return (
      <span className={classes['description']}>
        {match.field === 'description' ? null : `${t(`list.matchIn.${match.field}`)}: `}
        <Highlighted {...match} />
      </span>
    );
  return description ? (
    <span className={classes['description']} title={description}>
      {description}
    </span>
  ) : null;
};

interface TitleProps {
  task: TaskListItem;
  t: Translate;
  /** The list has no column of due dates. */
  showsDue: boolean;
}

const Title = ({ task, t, showsDue }: TitleProps) => {
  const { title, match, dueAt, statusType } = task;
  return (
    <span className={classes['title']}>
      <span className={classes['name']} title={title}>
        {task.hasUnread ? <UnreadMark /> : null}
        {match?.field === 'title' ? <Highlighted snippet={title} ranges={match.ranges} /> : title}
      </span>
      {showsDue && dueAt && statusType !== 'FINAL' ? (
        <span className={classes['due']}>
          <DueDate dueAt={dueAt} statusType={statusType} hasLabel />
        </span>
      ) : null}
      <Preview task={task} t={t} />
    </span>
  );
};

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
export const sortLabelKeys: Record<TaskOrder, string> = {
  relevance: 'list.relevance',
  publicTaskId: 'list.columns.id',
  title: 'list.columns.title',
  statusName: 'list.columns.status',
  priority: 'list.columns.priority',
  assignee: 'list.columns.assignee',
  createdBy: 'list.columns.createdBy',
  createdAt: 'list.columns.createdAt',
  lastUpdatedAt: 'list.columns.lastUpdatedAt',
  dueAt: 'list.columns.dueAt',
};

/**
 * The columns of spec 3 §2; all are sortable. The title takes the remaining width, and the width of columns that a
 * narrow table hides. The other columns are as narrow as their contents allow, so that the title is the widest.
 */
const columns: readonly (Omit<Column<TaskListItem>, 'header' | 'cell' | 'id'> & {
  sortKey: TaskSortKey;
  cell: (task: TaskListItem, t: Translate, shown: readonly TaskSortKey[]) => ReactNode;
})[] = [
  {
    sortKey: 'publicTaskId',
    kind: 'code',
    width: '112px',
    visibleFrom: 'wide',
    cell: ({ publicTaskId }) => <span className={classes['quiet']}>{publicTaskId}</span>,
  },
  {
    sortKey: 'title',
    isMain: true,
    cell: (task, t, shown) => <Title task={task} t={t} showsDue={!shown.includes('dueAt')} />,
  },
  {
    sortKey: 'statusName',
    kind: 'badge',
    width: 'clamp(96px, 10cqi, 128px)',
    cell: ({ statusName, statusType }) => (
      <span className={classes['cut']} title={statusName}>
        <StatusBadge type={statusType}>{statusName}</StatusBadge>
      </span>
    ),
  },
  {
    sortKey: 'priority',
    kind: 'badge',
    width: '104px',
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
  },
  {
    sortKey: 'assignee',
    width: 'clamp(104px, 10cqi, 128px)',
    cell: ({ assignedUserName, assignedUserAddressHint, assignedGroupName }, t) => {
      const name = assignedUserName ?? assignedGroupName;
      return name ? (
        <PersonInline name={name} addressHint={assignedUserAddressHint} />
      ) : (
        <span className={classes['quiet']}>{t('list.unassigned')}</span>
      );
    },
  },
  {
    sortKey: 'createdBy',
    visibleFrom: 'wide',
    width: 'clamp(104px, 10cqi, 128px)',
    cell: (task, t) => <Author task={task} t={t} />,
  },
  {
    sortKey: 'createdAt',
    visibleFrom: 'wide',
    width: '104px',
    cell: ({ createdAt }) => (
      <span className={classes['quiet']}>
        <ListDate value={createdAt} hasTime />
      </span>
    ),
  },
  {
    sortKey: 'lastUpdatedAt',
    visibleFrom: 'medium',
    width: '108px',
    cell: ({ lastUpdatedAt }) => (
      <span className={classes['quiet']}>
        <ListDate value={lastUpdatedAt} hasTime />
      </span>
    ),
  },
  {
    sortKey: 'dueAt',
    visibleFrom: 'medium',
    width: '140px',
    cell: ({ dueAt, statusType }) =>
      dueAt ? (
        <span className={classes['quiet']}>
          <DueDate dueAt={dueAt} statusType={statusType} narrowDate={<ListDate value={dueAt} />} />
        </span>
      ) : null,
  },
];

/** The shown columns in their order. */
export const createTaskColumns = (t: Translate, shown: readonly TaskSortKey[]): Column<TaskListItem>[] =>
  shown.flatMap((key) => {
    const found = columns.find(({ sortKey }) => sortKey === key);
    if (!found) return [];
    const { cell, ...column } = found;
    return { ...column, id: key, header: t(sortLabelKeys[key]), cell: (task) => cell(task, t, shown) };
  });
