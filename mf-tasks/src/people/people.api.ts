import type { AssigneesResponse, GroupSummary, UserSearch } from '@obieg/contracts';
import { fetchAllItems, http, logFailure, readList, sharedKeys, useQuery } from '@obieg/web-kit';
import { ownKey } from '../query-keys';

/** Logs a failed request for users or groups, which no screen shows (spec 3 §8). Ignores an aborted request. */
const logRejection = <Result>(what: string, call: Promise<Result>, signal?: AbortSignal): Promise<Result> =>
  call.catch((error: unknown) => {
    if (!signal?.aborted) logFailure(`${what} could not be loaded`, error);
    throw error;
  });

/**
 * Searches members by a part of their name or email (spec 2 §4).
 * Omits reporters. They cannot be assignees, and adding them as visible users gives them no access.
 */
export const searchMembers = (searchTerm: string, signal: AbortSignal): Promise<UserSearch> => {
  const call = http.get<UserSearch>('/users/search', { params: { searchTerm, assignable: true }, signal });
  return logRejection(
    'Users',
    call.then((response) => readList(response, 'users')),
    signal,
  );
};

const fetchGroups = (): Promise<GroupSummary[]> =>
  logRejection('Groups', fetchAllItems<GroupSummary>('/organizations/groups'));

/** Returns all groups, or an empty list while they load and after a failure. */
export const useGroups = (isNeeded = true): readonly GroupSummary[] =>
  useQuery({ queryKey: sharedKeys.groups, queryFn: fetchGroups, enabled: isNeeded }).data ?? [];

const fetchAssignees = (
  taskId: number,
  signal: AbortSignal,
  searchTerm?: string,
): Promise<AssigneesResponse> => {
  const call = http.get<AssigneesResponse>(`/tasks/${taskId}/assignees`, { params: { searchTerm }, signal });
  return logRejection(
    'Assignees',
    call.then((response) => readList(response, 'users')),
    signal,
  );
};

/** Searches the users that the caller may assign this task to, by a part of their name or email. */
export const searchAssignees =
  (taskId: number) =>
  (searchTerm: string, signal: AbortSignal): Promise<UserSearch> =>
    fetchAssignees(taskId, signal, searchTerm);

/**
 * Loads the possible assignees for a caller without OPERATOR. For the leader of the task's group these are its
 * members, otherwise only the caller.
 */
export const useAssignmentScope = (taskId: number, isNeeded: boolean) =>
  useQuery({
    queryKey: ownKey('task', taskId, 'assignees'),
    queryFn: ({ signal }) => fetchAssignees(taskId, signal),
    enabled: isNeeded,
  });
