import { priorities, type TaskListItem } from '@obieg/contracts';
import { EmptyState, PriorityBadge, Text, TextLink } from '@obieg/ui';
import { buildTaskListAddress, useLiveTasks, useOpenTasks, useRecentTasks } from './dashboard.api';
import classes from './dashboard.module.css';
import { useDashboardMessages } from './messages';
import { TaskCard } from './TaskCard';
import { TaskLines } from './TaskLines';

const shownTasks = 5;

const mine = { assignedToMe: true } as const;
const ofMyGroups = { assignedToMyGroups: true } as const;

const PriorityCounts = ({ tasks }: { tasks: readonly TaskListItem[] }) => (
  <ul className={classes['counts']}>
    {priorities.map((priority) => (
      <li key={priority} className={classes['count']}>
        <PriorityBadge priority={priority} />
        <span className={classes['number']}>
          <TextLink to={buildTaskListAddress(mine, { priorities: priority })}>
            {String(tasks.filter((task) => task.priority === priority).length)}
          </TextLink>
        </span>
      </li>
    ))}
  </ul>
);

const MyTasks = () => {
  const t = useDashboardMessages();
  const query = useOpenTasks(mine, true);
  return (
    <TaskCard title={t('myTasks')} query={query}>
      {({ tasks, total, nextCursor }) =>
        tasks.length === 0 ? (
          <EmptyState icon="check" title={t('nothingWaits')} />
        ) : (
          <div className={classes['lines']}>
            <p className={classes['total']}>
              <TextLink to={buildTaskListAddress(mine)}>{t('openTasks', { count: total })}</TextLink>
            </p>
            <PriorityCounts tasks={tasks} />
            {nextCursor ? (
              <Text size="small" muted>
                {t('countedOf', { counted: tasks.length })}
              </Text>
            ) : null}
          </div>
        )
      }
    </TaskCard>
  );
};

interface WaitingTasksProps {
  /** Whether a remote declares this path. Links to other paths are hidden. */
  isKnownPath: (path: string) => boolean;
}

/** Links to the groups, because a group leader without `canManageUsers` has no menu entry for them. */
const GroupTasks = ({ isKnownPath }: WaitingTasksProps) => {
  const t = useDashboardMessages();
  const query = useOpenTasks(ofMyGroups, true);
  return (
    <TaskCard
      title={t('groupTasks')}
      query={query}
      actions={isKnownPath('/groups') ? <TextLink to="/groups">{t('groups')}</TextLink> : null}
    >
      {({ tasks, total }) =>
        tasks.length === 0 ? (
          <EmptyState icon="groups" title={t('noGroupTasks')} />
        ) : (
          <div className={classes['lines']}>
            <p className={classes['total']}>
              <TextLink to={buildTaskListAddress(ofMyGroups)}>{t('openTasks', { count: total })}</TextLink>
            </p>
            <TaskLines tasks={tasks.slice(0, shownTasks)} />
          </div>
        )
      }
    </TaskCard>
  );
};

const RecentTasks = () => {
  const t = useDashboardMessages();
  const query = useRecentTasks(shownTasks);
  return (
    <TaskCard title={t('recent')} query={query}>
      {({ tasks }) =>
        tasks.length === 0 ? <EmptyState title={t('noTasks')} /> : <TaskLines tasks={tasks} />
      }
    </TaskCard>
  );
};

/** Cards for users with the base permission: own tasks by priority, tasks of their groups, recent changes. */
export const WaitingTasks = ({ isKnownPath }: WaitingTasksProps) => {
  useLiveTasks();
  return (
    <>
      <MyTasks />
      <GroupTasks isKnownPath={isKnownPath} />
      <RecentTasks />
    </>
  );
};
