import type { TaskListResponse } from '@obieg/contracts';
import { http, keepPreviousData, useInfiniteQuery } from '@obieg/web-kit';
import type { TaskListFilters } from './task-list-filters';

const fetchTasks = async (
  { assignedToMe, statusTypes }: TaskListFilters,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<TaskListResponse> =>
  (
    await http.get<TaskListResponse>('/tasks', {
      params: {
        ...(assignedToMe ? { assignedToMe: true } : {}),
        ...(statusTypes.length > 0 ? { statusTypes: statusTypes.join(',') } : {}),
        cursor,
      },
      signal,
    })
  ).data;

/** Pages of the list, newest first; what is shown stays while other filters load. */
export const useTaskPages = (filters: TaskListFilters) =>
  useInfiniteQuery({
    queryKey: ['tasks', filters],
    queryFn: ({ pageParam, signal }) => fetchTasks(filters, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
