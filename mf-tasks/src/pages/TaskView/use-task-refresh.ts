import { captureSession, useLiveChanges, useQuery, useQueryClient } from '@obieg/web-kit';
import { useEffect } from 'react';
import { ownKey } from '../../query-keys';
import { fetchTask, isNotFound, taskKey, taskQuery } from '../../task/task.api';

/** Longest delay until another user's change appears without a live connection. */
const refetchIntervalMs = 60_000;

const editRefreshKey = (id: number) => ownKey('task-edit-refresh', id);

/**
 * Polls a task that is being edited and replaces its parts. Keeps the task and its ETag, because a concurrent change
 * must not move the form; saving detects it. Marks the task as stale, so that it is refetched when the edit ends.
 */
const useEditRefresh = (id: number, isEditing: boolean): void => {
  const client = useQueryClient();
  const { queryKey } = taskQuery(id);
  const markStale = () => client.invalidateQueries({ queryKey, refetchType: 'none' });
  const countUpdates = () => client.getQueryState(queryKey)?.dataUpdateCount;
  useQuery({
    queryKey: editRefreshKey(id),
    queryFn: async ({ signal }) => {
      void markStale();
      const updates = countUpdates();
      const isSameSession = captureSession();
      const loaded = await fetchTask(id, signal);
      // A response that arrived in the meantime is newer.
      if (!loaded || !isSameSession() || countUpdates() !== updates) return null;
      client.setQueryData(queryKey, (shown) => shown && { ...loaded, task: shown.task, etag: shown.etag });
      void markStale();
      return null;
    },
    enabled: isEditing,
    // The page is loaded, so the first fetch waits for the interval.
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (isNotFound(state.error) ? false : refetchIntervalMs),
  });
};

interface TaskRefreshOptions {
  isEditing: boolean;
  /** Whether to open a live connection. */
  isLive: boolean;
}

/**
 * Refetches a loaded task on live changes, and polls it while the page is visible. Mount it only for a loaded task, so
 * that a deleted task is not requested again.
 */
export const useTaskRefresh = (id: number, { isEditing, isLive }: TaskRefreshOptions): void => {
  const client = useQueryClient();
  useQuery({ ...taskQuery(id), refetchInterval: isEditing ? false : refetchIntervalMs });
  useEditRefresh(id, isEditing);
  const refetch = (): void => {
    if (isEditing)
      void client.refetchQueries({
        queryKey: editRefreshKey(id),
        predicate: ({ state }) => !isNotFound(state.error),
      });
    else
      void client.invalidateQueries({
        queryKey: taskKey(id),
        // Failed queries wait for a manual retry.
        predicate: ({ state }) => state.data !== undefined,
      });
  };
  useLiveChanges(refetch, { task: id, isEnabled: isLive });
  useEffect(() => {
    if (isEditing || !client.getQueryState(taskKey(id))?.isInvalidated) return;
    void client.refetchQueries({ queryKey: taskKey(id), exact: true }, { cancelRefetch: false });
  }, [isEditing, client, id]);
};
