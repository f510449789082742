import type { TaskListResponse } from '@obieg/contracts';
import {
  http,
  isApiError,
  keepPreviousData,
  readList,
  sharedKeys,
  useInfiniteQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { useEffect } from 'react';
import { useLiveRefetch, useManualRefresh } from '../../task-list/list-refresh';
import { type SubmissionFilter, statusTypesOf } from './submission-filter';

const fetchSubmissions = async (
  filter: SubmissionFilter,
  search: string,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<TaskListResponse> => {
  const response = await http.get<TaskListResponse>('/tasks', {
    params: {
      submittedByMe: true,
      ...(filter === 'all' ? {} : { statusTypes: statusTypesOf[filter].join(',') }),
      ...(search === '' ? {} : { search }),
      ...(cursor === undefined ? {} : { cursor }),
    },
    signal,
  });
  return readList(response, 'tasks');
};

/**
 * Loads the tasks that the user submitted, newest first. Shows the previous rows until another filter has a result. A
 * rejected cursor, for example after a deployment, resets the list to its first page.
 */
export const useMySubmissions = (filter: SubmissionFilter, search: string) => {
  const client = useQueryClient();
  const queryKey = [...sharedKeys.tasks, 'submitted-by-me', filter, search];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchSubmissions(filter, search, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching, isFetchNextPageError, refetch } = query;
  const isCursorRefused = isFetchNextPageError && isApiError(error) && error.status === 400;
  useEffect(() => {
    if (isCursorRefused)
      void client.resetQueries({
        queryKey: [...sharedKeys.tasks, 'submitted-by-me', filter, search],
        exact: true,
      });
  }, [isCursorRefused, client, filter, search]);
  useLiveRefetch({ isFetching, canRefetch: data !== undefined, refetch: () => void refetch() });
  const manual = useManualRefresh(refetch);
  const tasks = data?.pages.flatMap((page) => page.tasks);
  return {
    ...query,
    // A task that moved between two requests is in both pages. The later page wins.
    tasks: tasks && [...new Map(tasks.map((task) => [task.publicTaskId, task])).values()],
    total: data?.pages[0]?.total ?? 0,
    /** False while the newest texts are missing from the search. */
    isSearchComplete: data?.pages[0]?.isSearchComplete ?? true,
    refresh: manual.refresh,
    isRefreshing: manual.isRefreshing || (isFetching && (!data || query.isPlaceholderData)),
  };
};
