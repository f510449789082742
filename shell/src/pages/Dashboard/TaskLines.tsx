import type { TaskListItem } from '@obieg/contracts';
import { DateTime, StatusBadge, TextLink } from '@obieg/ui';
import classes from './dashboard.module.css';

/** Task list with two lines per task: title, then status and last change. */
export const TaskLines = ({ tasks }: { tasks: readonly TaskListItem[] }) => (
  <ul className={classes['tasks']}>
    {tasks.map(({ publicTaskId, title, statusName, statusType, lastUpdatedAt }) => (
      <li key={publicTaskId} className={classes['task']}>
        <span className={classes['taskTitle']}>
          <TextLink to={`/task/${publicTaskId}`}>{title}</TextLink>
        </span>
        <span className={classes['taskFacts']}>
          <StatusBadge type={statusType}>{statusName}</StatusBadge>
          <DateTime value={lastUpdatedAt} format="relative" />
        </span>
      </li>
    ))}
  </ul>
);
