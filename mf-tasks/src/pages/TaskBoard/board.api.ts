import {
  limits,
  type TaskBoard,
  type TaskBoardColumn,
  type TaskListItem,
  type TaskListResponse,
  type TransitionOption,
} from '@obieg/contracts';
import { http, keepPreviousData, readBody, readList, sharedKeys, useQuery } from '@obieg/web-kit';
import { useState } from 'react';
import { useLiveRefetch, useManualRefresh } from '../../task-list/list-refresh';
import { type TaskListParams, toListQuery } from '../../task-list/task-list.api';

const boardKey = (params: TaskListParams) => [...sharedKeys.tasks, 'board', toListQuery(params)];

/** The first tasks of each column. Refetches after a live change. */
export const useBoard = (params: TaskListParams) => {
  const query = useQuery({
    queryKey: boardKey(params),
    queryFn: async ({ signal }) =>
      readList(await http.get<TaskBoard>('/tasks/board', { params: toListQuery(params), signal }), 'columns'),
    placeholderData: keepPreviousData,
  });
  const { data, isFetching, refetch } = query;
  useLiveRefetch({ isFetching, canRefetch: data !== undefined, refetch: () => void refetch() });
  const manual = useManualRefresh(refetch);
  return {
    ...query,
    refresh: manual.refresh,
    isRefreshing: manual.isRefreshing || (isFetching && query.isPlaceholderData),
  };
};

interface FurtherPages {
  tasks: TaskListItem[];
  nextCursor: string | null;
}

/** Reads pages of a column one after another. The first one starts at `cursor`. */
const fetchPages = async (
  query: Record<string, string>,
  cursor: string,
  count: number,
  signal: AbortSignal,
): Promise<FurtherPages> => {
  const tasks: TaskListItem[] = [];
  let nextCursor: string | null = cursor;
  for (let page = 0; page < count && nextCursor !== null; page += 1) {
    const params: Record<string, string | number> = {
      ...query,
      cursor: nextCursor,
      limit: limits.pageSizeMax,
    };
    const response: TaskListResponse = readList(await http.get('/tasks', { params, signal }), 'tasks');
    tasks.push(...response.tasks);
    nextCursor = response.nextCursor;
  }
  return { tasks, nextCursor };
};

/** The filters of a column are those of the board, with its status instead of others. */
const toColumnQuery = (params: TaskListParams, { statusId }: TaskBoardColumn): Record<string, string> => {
  const { statusTypes: _, ...query } = toListQuery(params);
  return { ...query, statusIds: String(statusId) };
};

/** More pages are read again only on a manual refresh; each page costs a request. */
const maxAutoRefetchPages = 2;

/**
 * The tasks of a column that are loaded so far. After a change of the first page, the further pages are read again from
 * its end, so that no task is missing between them.
 *
 * @param updatedAt time of the last refetch of the board
 */
export const useColumnTasks = (params: TaskListParams, column: TaskBoardColumn, updatedAt: number) => {
  const [pageCount, setPageCount] = useState(0);
  const { nextCursor } = column;
  const query = toColumnQuery(params, column);
  const isExtended = pageCount > 0 && nextCursor !== null;
  const refreshedAt = pageCount <= maxAutoRefetchPages ? updatedAt : 0;
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: [...sharedKeys.tasks, 'column', query, nextCursor, pageCount, refreshedAt],
    queryFn: ({ signal }) => fetchPages(query, nextCursor ?? '', pageCount, signal),
    placeholderData: keepPreviousData,
    enabled: isExtended,
  });
  const further = isExtended ? data : undefined;
  // A task that moved between two requests is in both pages. The first page is newer.
  const firstIds = new Set(column.tasks.map(({ publicTaskId }) => publicTaskId));
  const others = further?.tasks.filter(({ publicTaskId }) => !firstIds.has(publicTaskId)) ?? [];
  return {
    tasks: [...column.tasks, ...others],
    query,
    /** Null if there are no further pages. */
    nextCursor: further ? further.nextCursor : nextCursor,
    isLoadingMore: isExtended && isFetching,
    error: isExtended ? error : null,
    loadMore: (): void => setPageCount(pageCount + 1),
    retry: (): void => void refetch(),
  };
};

/** Transitions that are offered on a task. */
export const fetchTransitions = async (id: number): Promise<TransitionOption[]> =>
  readList(await http.get<{ transitions: TransitionOption[] }>(`/tasks/${id}/transitions`), 'transitions')
    .transitions;

/** Runs a transition that asks for nothing. The task keeps its answers. */
export const runTransition = async (id: number, transitionId: number): Promise<void> => {
  readBody(await http.post<{ success: boolean }>(`/tasks/${id}/transition`, { transitionId }), 'success');
};
