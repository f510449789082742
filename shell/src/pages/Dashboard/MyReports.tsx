import { EmptyState, TextLink } from '@obieg/ui';
import { useLiveTasks, useOpenTasks } from './dashboard.api';
import { useDashboardMessages } from './messages';
import { TaskCard } from './TaskCard';
import { TaskLines } from './TaskLines';

const shownTasks = 10;

interface MyReportsProps {
  /** Whether a remote declares this path. Links to other paths are hidden. */
  isKnownPath: (path: string) => boolean;
}

const allReports = '/my-submissions';

/** For users without the base permission: the open tasks that they submitted, with a link to all of them. */
export const MyReports = ({ isKnownPath }: MyReportsProps) => {
  const t = useDashboardMessages();
  useLiveTasks();
  const query = useOpenTasks({ limit: shownTasks }, true);
  return (
    <TaskCard
      title={t('myReports')}
      query={query}
      actions={isKnownPath(allReports) ? <TextLink to={allReports}>{t('allReports')}</TextLink> : null}
    >
      {({ tasks }) =>
        tasks.length === 0 ? <EmptyState title={t('noReports')} /> : <TaskLines tasks={tasks} />
      }
    </TaskCard>
  );
};
