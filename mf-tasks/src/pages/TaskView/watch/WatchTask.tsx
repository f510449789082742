import { IconButton } from '@obieg/ui';
import {
  describeError,
  http,
  logFailure,
  notify,
  readBody,
  sharedKeys,
  useCommands,
  useMutation,
  useQueryClient,
} from '@obieg/web-kit';
import { useEffect } from 'react';
import { useIsVisible } from '../../../browser/use-is-visible';
import { useTaskMessages } from '../../../i18n/messages';
import { taskKey, taskQuery, useTaskPart } from '../../../task/task.api';

interface WatchTaskProps {
  taskId: number;
  onFailure: (message: string | undefined) => void;
}

/** Marks the news of the open task as read, also those that arrive while it is open. */
const useReadNews = (taskId: number, hasUnread: boolean): void => {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async () =>
      readBody(await http.post<{ success: boolean }>('/notifications/read', { publicTaskId: taskId })),
    onSuccess: () => {
      client.setQueryData(
        taskQuery(taskId).queryKey,
        (loaded) => loaded?.watch && { ...loaded, watch: { ...loaded.watch, hasUnread: false } },
      );
      void client.invalidateQueries({ queryKey: sharedKeys.notifications });
    },
    onError: (error) => logFailure('the news of the task could not be marked as read', error),
  });
  const isVisible = useIsVisible();
  useEffect(() => {
    if (hasUnread && isVisible) mutate();
  }, [hasUnread, isVisible, mutate]);
};

/** Starts and stops the news of a task for the user. */
const WatchTask = ({ taskId, onFailure }: WatchTaskProps) => {
  const t = useTaskMessages();
  const client = useQueryClient();
  const watch = useTaskPart(taskId, 'watch').data;
  const isWatching = watch?.isWatching ?? false;
  useReadNews(taskId, watch?.hasUnread ?? false);
  const change = useMutation({
    mutationFn: (wanted: boolean) =>
      wanted ? http.put(`/tasks/${taskId}/watch`) : http.delete(`/tasks/${taskId}/watch`),
    onMutate: () => onFailure(undefined),
    onSuccess: (_response, wanted) => {
      notify.success(t(wanted ? 'watch.watching' : 'watch.muted'));
      return client.invalidateQueries({ queryKey: taskKey(taskId), exact: true });
    },
    onError: (error) => onFailure(t('watch.failed', { reason: describeError(error) })),
  });
  const icon = isWatching ? 'bell' : 'bellOff';
  const label = t(isWatching ? 'watch.mute' : 'watch.watch');
  const toggle = (): void => {
    if (!change.isPending) change.mutate(!isWatching);
  };
  useCommands(watch ? [{ id: 'task.watch', label, keys: 'w', icon, run: toggle }] : []);
  if (!watch) return null;
  return <IconButton icon={icon} label={label} loading={change.isPending} onClick={toggle} />;
};

export default WatchTask;
