import type { TaskListItem } from '@obieg/contracts';
import { DateTime, StatusBadge } from '@obieg/ui';
import type { Column } from '@obieg/ui/lists';
import type { Translate } from '@obieg/web-kit';
import classes from '../../task-list/task-list.module.css';

/** What a submitter follows: number, title, status and both dates. */
export const createSubmissionColumns = (t: Translate): Column<TaskListItem>[] => [
  {
    id: 'publicTaskId',
    header: t('list.columns.id'),
    kind: 'code',
    width: '128px',
    visibleFrom: 'medium',
    cell: ({ publicTaskId }) => <span className={classes['quiet']}>{publicTaskId}</span>,
  },
  {
    id: 'title',
    header: t('list.columns.title'),
    isMain: true,
    cell: ({ title, description }) => (
      <span className={classes['title']}>
        <span className={classes['name']} title={title}>
          {title}
        </span>
        {description ? <span className={classes['description']}>{description}</span> : null}
      </span>
    ),
  },
  {
    id: 'statusName',
    header: t('list.columns.status'),
    kind: 'badge',
    width: 'max(112px, 21cqi - 60px)',
    cell: ({ statusName, statusType }) => (
      <span className={classes['cut']} title={statusName}>
        <StatusBadge type={statusType}>{statusName}</StatusBadge>
      </span>
    ),
  },
  {
    id: 'createdAt',
    header: t('list.columns.createdAt'),
    width: '140px',
    visibleFrom: 'medium',
    cell: ({ createdAt }) => (
      <span className={classes['quiet']}>
        <DateTime value={createdAt} format="both" />
      </span>
    ),
  },
  {
    id: 'lastUpdatedAt',
    header: t('list.columns.lastUpdatedAt'),
    width: '140px',
    cell: ({ lastUpdatedAt }) => (
      <span className={classes['quiet']}>
        <DateTime value={lastUpdatedAt} format="both" />
      </span>
    ),
  },
];
