import { IconButton } from '@obieg/ui';
import { describeError, notify, useCommands, useNavigate } from '@obieg/web-kit';
import { useTaskMessages } from '../../../i18n/messages';
import classes from './neighbors.module.css';
import { useNeighbors } from './use-neighbors';

/** Previous and next task of the list from which the user came. */
const TaskNeighbors = ({ taskId }: { taskId: number }) => {
  const t = useTaskMessages();
  const navigate = useNavigate();
  const neighbors = useNeighbors(taskId);
  const canGoBack = neighbors?.previous !== undefined;
  const canGoOn = neighbors !== undefined && (neighbors.next !== undefined || neighbors.hasMore);
  const open = (id: number | undefined): void => {
    // Replaces the entry of the history, so that one step back returns to the list.
    if (id !== undefined) void navigate(`/task/${id}`, { replace: true });
  };
  const openNext = async (): Promise<void> => {
    if (!neighbors || neighbors.isLoading) return;
    if (neighbors.next !== undefined || !neighbors.hasMore) return open(neighbors.next);
    try {
      open(await neighbors.loadNext());
    } catch (error) {
      notify.info(t('neighbors.failed', { reason: describeError(error) }));
    }
  };
  const previous = { label: t('neighbors.previous'), icon: 'moveUp' } as const;
  const next = { label: t('neighbors.next'), icon: 'moveDown' } as const;
  useCommands([
    ...(canGoOn ? [{ ...next, id: 'task.next', keys: 'j', run: () => void openNext() }] : []),
    ...(canGoBack
      ? [{ ...previous, id: 'task.previous', keys: 'k', run: () => open(neighbors?.previous) }]
      : []),
  ]);
  if (!neighbors) return null;
  const { position, count, hasMore } = neighbors;
  return (
    <nav className={classes['neighbors']} aria-label={t('neighbors.title')}>
      <span className={classes['position']}>
        {t('neighbors.position', { position, total: hasMore ? `${count}+` : count })}
      </span>
      <IconButton
        {...previous}
        disabledReason={canGoBack ? undefined : t('neighbors.isFirst')}
        onClick={() => open(neighbors.previous)}
      />
      <IconButton
        {...next}
        tipAt="below end"
        loading={neighbors.isLoading}
        disabledReason={canGoOn ? undefined : t('neighbors.isLast')}
        onClick={() => void openNext()}
      />
    </nav>
  );
};

export default TaskNeighbors;
