import {
  findNextTarget,
  mapTaskTexts,
  type TaskColumn,
  type TaskListItem,
  type TaskOrder,
  type TaskTextName,
  taskTextColumns,
} from '@obieg/contracts';
import {
  AddressHint,
  DueDate,
  EmailAddress,
  Icon,
  PriorityBadge,
  StatusBadge,
  usePersonFormat,
} from '@obieg/ui';
import { type Column, ListDate } from '@obieg/ui/lists';
import type { Translate } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { TargetCountdown } from '../targets/TargetCountdown';
import { AssigneeInline } from './AssigneeInline';
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
  /** The list has no column of targets. */
  showsTarget: boolean;
}

const Title = ({ task, t, showsDue, showsTarget }: TitleProps) => {
  const { title, match, dueAt, statusType } = task;
  const target = showsTarget ? findNextTarget(task.targets) : undefined;
  return (
    <span className={classes['title']}>
      <span className={classes['name']} title={title}>
        {task.hasUnread ? <UnreadMark /> : null}
        {match?.field === 'title' ? <Highlighted snippet={title} ranges={match.ranges} /> : title}
      </span>
      {showsDue && dueAt && statusType !== 'FINAL' ? (
        <span className={classes['due']}>
          <DueDate dueAt={dueAt} statusType={statusType} label={t('due.label')} />
        </span>
      ) : null}
      {target ? (
        <span className={classes['due']}>
          <TargetCountdown target={target} isNamed />
        </span>
      ) : null}
      <Preview task={task} t={t} />
    </span>
  );
};

interface AuthorProps {
  task: TaskListItem;
  t: Translate;
  /** The list is sorted by the addresses, which explain the order. */
  showsAddress: boolean;
}

/** Name of the author; the address of a visitor, with a warning icon until it is verified. */
const Author = ({ task, t, showsAddress }: AuthorProps) => {
  const format = usePersonFormat();
  const { createdBy, createdByName, createdByAddressHint, needsEmailVerification } = task;
  const name = createdByName ?? createdBy;
  return (
    <span className={classes['author']}>
      {name ? (
        <span className={classes['authorLines']} title={format({ name, addressHint: createdBy })}>
          <span className={classes['cut']}>
            <EmailAddress address={name} />
          </span>
          <AddressHint name={name} addressHint={showsAddress ? createdBy : createdByAddressHint} />
        </span>
      ) : (
        t('list.unknown')
      )}
      {needsEmailVerification ? (
        <span className={classes['unverified']} title={t('task.unverified')}>
          <Icon name="warning" size={14} />
          <span className="ob-visually-hidden">{t('task.unverified')}</span>
        </span>
      ) : null}
    </span>
  );
};

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
  nextTargetAt: 'list.columns.nextTargetAt',
};

export const columnLabelKeys: Record<TaskColumn, string> = {
  ...mapTaskTexts((name) => `task.changedField.${name}`),
  ...sortLabelKeys,
};

interface ListFacts {
  shown: readonly TaskColumn[];
  sortBy?: TaskOrder;
}

interface TaskListColumn extends Omit<Column<TaskListItem>, 'header' | 'cell' | 'id'> {
  id: TaskColumn;
  cell: (task: TaskListItem, t: Translate, list: ListFacts) => ReactNode;
}

/**
 * The sortable columns (spec 3 §2). The title takes the remaining width, and the width of columns that a
 * narrow table hides. The other columns are as narrow as their contents allow, so that the title is the widest.
 */
const sortableColumns: readonly TaskListColumn[] = [
  {
    id: 'publicTaskId',
    kind: 'code',
    width: '112px',
    visibleFrom: 'wide',
    cell: ({ publicTaskId }) => <span className={classes['quiet']}>{publicTaskId}</span>,
  },
  {
    id: 'title',
    isMain: true,
    cell: (task, t, { shown }) => (
      <Title
        task={task}
        t={t}
        showsDue={!shown.includes('dueAt')}
        showsTarget={!shown.includes('nextTargetAt')}
      />
    ),
  },
  {
    id: 'statusName',
    kind: 'badge',
    width: 'clamp(96px, 11cqi, 128px)',
    cell: ({ statusName, statusType }) => (
      <span className={classes['cut']} title={statusName}>
        <StatusBadge type={statusType}>{statusName}</StatusBadge>
      </span>
    ),
  },
  {
    id: 'priority',
    kind: 'badge',
    width: '104px',
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
  },
  {
    id: 'assignee',
    width: 'clamp(104px, 10cqi, 128px)',
    cell: (task) => <AssigneeInline task={task} />,
  },
  {
    id: 'createdBy',
    visibleFrom: 'wide',
    width: 'clamp(104px, 10cqi, 128px)',
    cell: (task, t, { sortBy }) => <Author task={task} t={t} showsAddress={sortBy === 'createdBy'} />,
  },
  {
    id: 'createdAt',
    visibleFrom: 'wide',
    width: '104px',
    cell: ({ createdAt }) => (
      <span className={classes['quiet']}>
        <ListDate value={createdAt} hasTime />
      </span>
    ),
  },
  {
    id: 'lastUpdatedAt',
    visibleFrom: 'medium',
    width: '108px',
    cell: ({ lastUpdatedAt }) => (
      <span className={classes['quiet']}>
        <ListDate value={lastUpdatedAt} hasTime />
      </span>
    ),
  },
  {
    id: 'dueAt',
    visibleFrom: 'medium',
    width: '140px',
    cell: ({ dueAt, statusType }) =>
      dueAt ? (
        <span className={classes['quiet']}>
          <DueDate dueAt={dueAt} statusType={statusType} narrowDate={<ListDate value={dueAt} />} />
        </span>
      ) : null,
  },
  {
    id: 'nextTargetAt',
    visibleFrom: 'medium',
    width: '140px',
    cell: ({ targets }) => {
      const target = findNextTarget(targets);
      return target ? (
        <span className={classes['quiet']}>
          <TargetCountdown target={target} />
        </span>
      ) : null;
    },
  },
];

const textColumn = (name: TaskTextName): TaskListColumn => ({
  id: name,
  visibleFrom: 'medium',
  width: 'clamp(104px, 12cqi, 160px)',
  cell: ({ [name]: text }) => (
    <span className={classes['cut']} title={text ?? undefined}>
      {text}
    </span>
  ),
});

const columns: readonly TaskListColumn[] = [
  ...sortableColumns.map((column) => ({ ...column, sortKey: column.id })),
  ...taskTextColumns.map(textColumn),
];

/** The shown columns in their order. */
export const createTaskColumns = (t: Translate, list: ListFacts): Column<TaskListItem>[] =>
  list.shown.flatMap((id) => {
    const found = columns.find((column) => column.id === id);
    if (!found) return [];
    const { cell, ...column } = found;
    return { ...column, header: t(columnLabelKeys[id]), cell: (task) => cell(task, t, list) };
  });
