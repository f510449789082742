import type { BulkAction, BulkProgress, BulkResult, BulkTasks, BulkTransition } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { http, readBody, readList, useQuery } from '@obieg/web-kit';
import { ownKey } from '../../../query-keys';
import { fetchTasks, type TaskListParams } from '../../../task-list/task-list.api';

type WithoutIds<Input> = Input extends BulkTasks ? Omit<Input, 'publicTaskIds'> : never;
/** An action without its tasks. */
export type BulkInput = WithoutIds<BulkTasks>;
export type FormAction = Exclude<BulkAction, 'UNDO'>;

/** Numbers of the first tasks that match the list, at most the maximum of one action. */
export const fetchMatchingIds = async (params: TaskListParams): Promise<number[]> => {
  const ids = new Set<number>();
  let cursor: string | undefined;
  do {
    const { tasks, nextCursor } = await fetchTasks(params, cursor, new AbortController().signal);
    for (const { publicTaskId } of tasks) ids.add(publicTaskId);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined && ids.size < limits.bulkTasksMax);
  return [...ids].slice(0, limits.bulkTasksMax);
};

/** Longer than the gateway waits. */
const timeoutMs = 60_000;

/** Runs an action. A call with the same key continues the first one. */
export const sendBulk = async (
  publicTaskIds: readonly number[],
  input: BulkInput,
  key: string,
): Promise<BulkResult[]> => {
  const response = await http.post<{ success: boolean; results: BulkResult[] }>(
    '/tasks/bulk',
    { publicTaskIds, ...input },
    { headers: { 'Idempotency-Key': key }, timeout: timeoutMs },
  );
  return readList(response, 'results').results;
};

const pollMs = 700;

/** How far a running action has come; undefined before the first answer. */
export const useBulkProgress = (key: string, isRunning: boolean): BulkProgress | undefined =>
  useQuery({
    queryKey: ownKey('bulk-progress', key),
    queryFn: async ({ signal }) =>
      readBody(await http.get<BulkProgress>('/tasks/bulk/progress', { params: { key }, signal })),
    enabled: isRunning,
    refetchInterval: isRunning ? pollMs : false,
    gcTime: 0,
  }).data;

/** The transitions that can run on at least one of the tasks. */
export const useBulkTransitions = (publicTaskIds: readonly number[]) =>
  useQuery({
    queryKey: ownKey('bulk-transitions', publicTaskIds),
    queryFn: async ({ signal }) => {
      const response = await http.post<{ success: boolean; transitions: BulkTransition[] }>(
        '/tasks/bulk/transitions',
        { publicTaskIds },
        { signal },
      );
      return readList(response, 'transitions').transitions;
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
