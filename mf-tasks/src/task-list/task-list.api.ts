import { limits, type TaskListItem, type TaskListResponse } from '@obieg/contracts';
import {
  http,
  isApiError,
  keepPreviousData,
  readList,
  sharedKeys,
  useInfiniteQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { useEffect, useMemo } from 'react';
import { toFilterQuery } from './filter-storage';
import { useLiveRefetch, useManualRefresh } from './list-refresh';
import { isDefaultSort, type TaskListFilters } from './task-list-filters';

export interface TaskListParams extends TaskListFilters {
  search: string;
}

/** Parameters of the API, for list and board. */
export const toListQuery = (params: TaskListParams): Record<string, string> => ({
  ...toFilterQuery(params),
  ...(params.search === '' ? {} : { search: params.search }),
  ...(isDefaultSort(params) ? {} : { sortBy: params.sortBy, sortDirection: params.sortDirection }),
});

export const fetchTasks = async (
  params: TaskListParams,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<TaskListResponse> => {
  const response = await http.get<TaskListResponse>('/tasks', {
    params: {
      ...toListQuery(params),
      // A short first page loads faster. Longer further pages need fewer requests for scrolling and refetching.
      ...(cursor === undefined ? {} : { cursor, limit: limits.pageSizeMax }),
    },
    signal,
  });
  return readList(response, 'tasks');
};

/** The server stops counting at this total. This value means "or more". */
const maxCountedTotal = 1_000;
/** Longer than work on one task takes, so that the list is still cached on return. */
const cacheMs = 30 * 60_000;
/** Longer lists are not refetched on focus or on a live change; each page costs a request. */
const maxAutoRefetchPages = 2;

const canAutoRefetch = (pages: readonly TaskListResponse[] = []): boolean =>
  pages.length <= maxAutoRefetchPages;

/** While texts wait for the search index, the list is loaded again until none is missing. */
const incompleteSearchRefetchMs = 5_000;

/** Columns and the selected view do not change the tasks. */
const listKey = (params: TaskListParams) => [...sharedKeys.tasks, toListQuery(params)];

/** A task that moved between two requests is in both pages. The later page wins. */
const mergePages = (pages: readonly TaskListResponse[]): TaskListItem[] => [
  ...new Map(pages.flatMap(({ tasks }) => tasks).map((task) => [task.publicTaskId, task])).values(),
];

/**
 * Loads the pages of the list and shows the previous rows until new parameters have a result.
 * A rejected cursor, for example after a deployment, resets the list to its first page.
 */
export const useTaskPages = (params: TaskListParams) => {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: listKey(params),
    queryFn: ({ pageParam, signal }) => fetchTasks(params, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    gcTime: cacheMs,
    refetchInterval: ({ state }) =>
      state.data?.pages.length === 1 && state.data.pages[0]?.isSearchComplete === false
        ? incompleteSearchRefetchMs
        : false,
    refetchOnWindowFocus: ({ state }) => canAutoRefetch(state.data?.pages),
  });
  const { data, error, isFetching, isFetchNextPageError, refetch } = query;
  const isCursorRefused = isFetchNextPageError && isApiError(error) && error.status === 400;
  useEffect(() => {
    if (isCursorRefused) void client.resetQueries({ queryKey: listKey(params), exact: true });
  }, [isCursorRefused, client, params]);
  const tasks = useMemo(() => data && mergePages(data.pages), [data]);
  useLiveRefetch({
    isFetching,
    canRefetch: data !== undefined && canAutoRefetch(data.pages),
    refetch: () => void refetch(),
  });
  const manual = useManualRefresh(refetch);
  const { total = 0, isTotalExact = true, isSearchComplete = true } = data?.pages[0] ?? {};
  const isWaiting = isFetching && (!tasks || query.isPlaceholderData);
  return {
    ...query,
    tasks,
    total,
    /** False for "this number or more". */
    isTotalExact: isTotalExact && total < maxCountedTotal,
    /** False while the newest texts are missing from the search. */
    isSearchComplete,
    refresh: manual.refresh,
    /** False for an automatic refetch of visible rows. */
    isRefreshing: manual.isRefreshing || isWaiting,
  };
};
