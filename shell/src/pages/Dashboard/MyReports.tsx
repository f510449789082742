import { EmptyState } from '@obieg/ui';
import { useShellMessages } from '../../i18n/shell-messages';
import { useLiveTasks, useOpenTasks } from './dashboard.api';
import { TaskCard } from './TaskCard';
import { TaskLines } from './TaskLines';

const shownTasks = 10;

/** For users without the base permission. Their task list contains only tasks that they submitted. */
export const MyReports = () => {
  const t = useShellMessages();
  useLiveTasks();
  const query = useOpenTasks({ limit: shownTasks }, true);
  return (
    <TaskCard title={t('dashboard.myReports')} query={query}>
      {({ tasks }) =>
        tasks.length === 0 ? <EmptyState title={t('dashboard.noReports')} /> : <TaskLines tasks={tasks} />
      }
    </TaskCard>
  );
};
