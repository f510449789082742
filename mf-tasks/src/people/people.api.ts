import type { AssigneesResponse, GroupSummary, UserSearch } from '@obieg/contracts';
import { fetchAllItems, http, logFailure, readList, useQuery } from '@obieg/web-kit';

/** Failures loading people or groups are logged and not shown (spec 3 §8); a search that was overtaken is none. */
const logged = <Answer>(what: string, call: Promise<Answer>, signal?: AbortSignal): Promise<Answer> =>
  call.catch((error: unknown) => {
    if (!signal?.aborted) logFailure(`${what} could not be loaded`, error);
    throw error;
  });

/**
 * People of this organization by a part of their name or address (spec 2 §4), without reporters: no task can be assigned
 * to them, and naming them gives them no sight of one.
 */
export const searchMembers = (searchTerm: string, signal: AbortSignal): Promise<UserSearch> => {
  const call = http.get<UserSearch>('/users/search', { params: { searchTerm, assignable: true }, signal });
  return logged(
    'Users',
    call.then((response) => readList(response, 'users')),
    signal,
  );
};

const fetchGroups = (): Promise<GroupSummary[]> =>
  logged('Groups', fetchAllItems<GroupSummary>('/organizations/groups'));

/** Groups to choose from; while they load, or when they cannot be had, none. */
export const useGroups = (isNeeded = true): readonly GroupSummary[] =>
  useQuery({ queryKey: ['groups'], queryFn: fetchGroups, enabled: isNeeded }).data ?? [];

const fetchAssignees = (
  taskId: number,
  signal: AbortSignal,
  searchTerm?: string,
): Promise<AssigneesResponse> => {
  const call = http.get<AssigneesResponse>(`/tasks/${taskId}/assignees`, { params: { searchTerm }, signal });
  return logged(
    'Assignees',
    call.then((response) => readList(response, 'users')),
    signal,
  );
};

/** People to whom the signed-in person may give this task, by a part of their name or address. */
export const searchAssignees =
  (taskId: number) =>
  (searchTerm: string, signal: AbortSignal): Promise<UserSearch> =>
    fetchAssignees(taskId, signal, searchTerm);

/** Whom somebody without OPERATOR may assign this task to: as the leader of its group its people, else themselves. */
export const useAssignmentScope = (taskId: number, isNeeded: boolean) =>
  useQuery({
    queryKey: ['task', taskId, 'assignees'],
    queryFn: ({ signal }) => fetchAssignees(taskId, signal),
    enabled: isNeeded,
  });
