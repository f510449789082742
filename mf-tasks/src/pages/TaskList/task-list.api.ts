import { limits, type TaskListItem, type TaskListResponse } from '@obieg/contracts';
import {
  http,
  isApiError,
  keepPreviousData,
  readList,
  useInfiniteQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { useEffect, useMemo } from 'react';
import { useAskedRefresh, useListChanges } from './list-refresh';
import { isDefaultOrder, type TaskListFilters } from './task-list-filters';

export interface TaskListQuestion extends TaskListFilters {
  search: string;
}

const fetchTasks = async (
  question: TaskListQuestion,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<TaskListResponse> => {
  const { assignedToMe, assignedToMyGroups, statusTypes, priorities, search, sortBy, sortDirection } =
    question;
  const response = await http.get<TaskListResponse>('/tasks', {
    params: {
      ...(assignedToMe ? { assignedToMe: true } : {}),
      ...(assignedToMyGroups ? { assignedToMyGroups: true } : {}),
      ...(statusTypes.length > 0 ? { statusTypes: statusTypes.join(',') } : {}),
      ...(priorities.length > 0 ? { priorities: priorities.join(',') } : {}),
      ...(search === '' ? {} : { search }),
      ...(isDefaultOrder(question) ? {} : { sortBy, sortDirection }),
      // The first page is quick; who reads on reads much, and reading everything anew takes few calls.
      ...(cursor === undefined ? {} : { cursor, limit: limits.pageSizeMax }),
    },
    signal,
  });
  return readList(response, 'tasks');
};

/** Longer than one works on a task: who comes back finds the list where they left it. */
const keptMs = 30 * 60_000;
/** More than this is not read anew because somebody looked at another window for a moment, or changed some task. */
const readUnaskedMax = 2;

const isShort = (pages: readonly TaskListResponse[] = []): boolean => pages.length <= readUnaskedMax;

const listKey = (question: TaskListQuestion) => ['tasks', question] as const;

/** A task that changed its place between two pages is in both; the later page knows it better. */
const mergePages = (pages: readonly TaskListResponse[]): TaskListItem[] => [
  ...new Map(pages.flatMap(({ tasks }) => tasks).map((task) => [task.publicTaskId, task])).values(),
];

/**
 * Pages of the list; what is shown stays while the answer to another question is on its way. A cursor that the server
 * does not take any more, e.g. after an update, starts the list again.
 */
export const useTaskPages = (question: TaskListQuestion) => {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: listKey(question),
    queryFn: ({ pageParam, signal }) => fetchTasks(question, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    gcTime: keptMs,
    refetchOnWindowFocus: ({ state }) => isShort(state.data?.pages),
  });
  const { data, error, isFetching, isFetchNextPageError, refetch } = query;
  const isCursorRefused = isFetchNextPageError && isApiError(error) && error.status === 400;
  useEffect(() => {
    if (isCursorRefused) void client.resetQueries({ queryKey: listKey(question), exact: true });
  }, [isCursorRefused, client, question]);
  const tasks = useMemo(() => data && mergePages(data.pages), [data]);
  useListChanges({
    isFetching,
    isReadable: data !== undefined && isShort(data.pages),
    readAnew: () => void refetch(),
  });
  const asked = useAskedRefresh(refetch);
  const isWaitedFor = isFetching && (!tasks || query.isPlaceholderData);
  return {
    ...query,
    tasks,
    total: data?.pages[0]?.total ?? 0,
    refresh: asked.refresh,
    /** Not where what is shown is read anew unasked. */
    isRefreshing: asked.isRefreshing || isWaitedFor,
  };
};
