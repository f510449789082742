import { priorities, type TaskListItem } from '@obieg/contracts';
import { EmptyState, PriorityBadge, Text, TextLink } from '@obieg/ui';
import { useShellMessages } from '../../i18n/shell-messages';
import { buildTaskListAddress, useLiveTasks, useOpenTasks, useRecentTasks } from './dashboard.api';
import classes from './dashboard.module.css';
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
  const t = useShellMessages();
  const query = useOpenTasks(mine, true);
  return (
    <TaskCard title={t('dashboard.myTasks')} query={query}>
      {({ tasks, total, nextCursor }) =>
        tasks.length === 0 ? (
          <EmptyState icon="check" title={t('dashboard.nothingWaits')} />
        ) : (
          <div className={classes['lines']}>
            <p className={classes['total']}>
              <TextLink to={buildTaskListAddress(mine)}>
                {t('dashboard.openTasks', { count: total })}
              </TextLink>
            </p>
            <PriorityCounts tasks={tasks} />
            {nextCursor ? (
              <Text size="small" muted>
                {t('dashboard.countedOf', { counted: tasks.length })}
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
  const t = useShellMessages();
  const query = useOpenTasks(ofMyGroups, true);
  return (
    <TaskCard
      title={t('dashboard.groupTasks')}
      query={query}
      actions={isKnownPath('/groups') ? <TextLink to="/groups">{t('dashboard.groups')}</TextLink> : null}
    >
      {({ tasks, total }) =>
        tasks.length === 0 ? (
          <EmptyState icon="groups" title={t('dashboard.noGroupTasks')} />
        ) : (
          <div className={classes['lines']}>
            <p className={classes['total']}>
              <TextLink to={buildTaskListAddress(ofMyGroups)}>
                {t('dashboard.openTasks', { count: total })}
              </TextLink>
            </p>
            <TaskLines tasks={tasks.slice(0, shownTasks)} />
          </div>
        )
      }
    </TaskCard>
  );
};

const RecentTasks = () => {
  const t = useShellMessages();
  const query = useRecentTasks(shownTasks);
  return (
    <TaskCard title={t('dashboard.recent')} query={query}>
      {({ tasks }) =>
        tasks.length === 0 ? <EmptyState title={t('dashboard.noTasks')} /> : <TaskLines tasks={tasks} />
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
