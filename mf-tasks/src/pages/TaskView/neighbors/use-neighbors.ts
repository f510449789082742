import { limits, type TaskListResponse } from '@obieg/contracts';
import { captureSession, http, isApiError, readList, useMutation } from '@obieg/web-kit';
import { useState } from 'react';
import { keepOpenedList, type OpenedList, readOpenedList } from '../../../task-list/opened-list';

/** Loads the next page of the list. A cursor that the server no longer accepts ends the list. */
const loadMore = async ({ ids, query, nextCursor }: OpenedList): Promise<OpenedList> => {
  try {
    const response = await http.get<TaskListResponse>('/tasks', {
      params: { ...query, cursor: nextCursor ?? undefined, limit: limits.pageSizeMax },
    });
    const { tasks, nextCursor: next } = readList(response, 'tasks');
    const added = tasks.map(({ publicTaskId }) => publicTaskId).filter((id) => !ids.includes(id));
    return { ids: [...ids, ...added], query, nextCursor: next ?? null };
  } catch (error) {
    if (isApiError(error) && error.status === 400) return { ids, query, nextCursor: null };
    throw error;
  }
};

interface Neighbors {
  /** From 1. */
  position: number;
  count: number;
  /** The list has further pages. */
  hasMore: boolean;
  previous: number | undefined;
  next: number | undefined;
  isLoading: boolean;
  /** Loads the next page. Resolves with the task after the current one, if there is one. */
  loadNext: () => Promise<number | undefined>;
}

/** The neighbors of a task in the list from which the user came. Undefined for a task that is not in it. */
export const useNeighbors = (taskId: number): Neighbors | undefined => {
  const [list, setList] = useState(readOpenedList);
  const { mutateAsync, isPending } = useMutation({ mutationFn: loadMore });
  const index = list?.ids.indexOf(taskId) ?? -1;
  if (!list || index < 0) return undefined;
  return {
    position: index + 1,
    count: list.ids.length,
    hasMore: list.nextCursor !== null,
    previous: list.ids[index - 1],
    next: list.ids[index + 1],
    isLoading: isPending,
    loadNext: async () => {
      const isSameSession = captureSession();
      const longer = await mutateAsync(list);
      if (!isSameSession()) return undefined;
      keepOpenedList(longer);
      setList(longer);
      return longer.ids[index + 1];
    },
  };
};
