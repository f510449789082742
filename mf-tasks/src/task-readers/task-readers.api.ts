import type { LostTasks, TaskReaders } from '@obieg/contracts';
import { http, keepPreviousData, readBody, useQuery } from '@obieg/web-kit';
import { ownKey } from '../query-keys';
import { taskKey } from '../task/task.api';

/** What a form would save or run. */
export type ReadersDraft =
  | { visibleUserIds: readonly number[]; visibleGroupIds: readonly number[] }
  /** `me`, `user:<id>` or `group:<id>`. */
  | { assignee: string }
  /** A transition that the user may run. */
  | { transitionId: number };

const toParams = (draft: ReadersDraft): Record<string, string> => {
  if ('assignee' in draft) return { assignee: draft.assignee };
  if ('transitionId' in draft) return { transitionId: String(draft.transitionId) };
  const { visibleUserIds, visibleGroupIds } = draft;
  return {
    ...(visibleUserIds.length > 0 ? { visibleUserIds: visibleUserIds.join(',') } : {}),
    ...(visibleGroupIds.length > 0 ? { visibleGroupIds: visibleGroupIds.join(',') } : {}),
  };
};

/** A failed check does not keep the user from saving. */
const isCheckingBy = ({
  isFetching,
  failureCount,
}: Pick<ReturnType<typeof useQuery>, 'isFetching' | 'failureCount'>): boolean =>
  isFetching && failureCount === 0;

/**
 * Who would see the task with the draft, as the server decides it.
 *
 * @param draft undefined if the form changes nothing of this
 */
export const useTaskReaders = (taskId: number, draft: ReadersDraft | undefined) => {
  const params = draft ? toParams(draft) : {};
  const query = useQuery({
    queryKey: [...taskKey(taskId), 'readers', params],
    queryFn: async ({ signal }) =>
      readBody(await http.get<TaskReaders>(`/tasks/${taskId}/readers`, { params, signal }), 'success'),
    enabled: draft !== undefined,
    placeholderData: keepPreviousData,
  });
  const readers = draft && query.data;
  return {
    readers,
    isChecking: draft !== undefined && isCheckingBy(query),
    isLockingOut: readers?.caller === false,
  };
};

/** A change of several tasks: their assignee as in `ReadersDraft`, or the undo of the action with this key. */
type BulkDraft = { assignee: string } | { undoneKey: string };

/**
 * The number of the tasks that the user would no longer see after the change.
 *
 * @param draft undefined if there is nothing to check
 */
export const useLostTasks = (publicTaskIds: readonly number[], draft: BulkDraft | undefined) => {
  const query = useQuery({
    queryKey: ownKey('lost-tasks', publicTaskIds, draft),
    queryFn: async ({ signal }) =>
      readBody(
        await http.post<LostTasks>('/tasks/bulk/lost-tasks', { publicTaskIds, ...draft }, { signal }),
        'success',
      ),
    enabled: draft !== undefined,
    gcTime: 0,
  });
  const lostCount = query.data?.lostCount ?? 0;
  return { lostCount, isChecking: isCheckingBy(query), isLockingOut: lostCount > 0 };
};
