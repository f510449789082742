import type { AssigneesResponse, GroupSummary, UserSearch } from '@obieg/contracts';
import { http, useQuery } from '@obieg/web-kit';

/** People of this organization by a part of their name or address (spec 2 §4). */
export const searchUsers = async (searchTerm: string, signal: AbortSignal): Promise<UserSearch> =>
  (await http.get<UserSearch>('/users/search', { params: { searchTerm }, signal })).data;

/** The same without those to whom no task can be assigned. */
export const searchAssignableUsers = async (searchTerm: string, signal: AbortSignal): Promise<UserSearch> =>
  (await http.get<UserSearch>('/users/search', { params: { searchTerm, assignable: true }, signal })).data;

const fetchGroups = async (): Promise<GroupSummary[]> =>
  (await http.get<GroupSummary[]>('/organizations/groups')).data;

/** Groups to choose from; while they load, or when they cannot be had, none (spec 3 §8: failures are not shown). */
export const useGroups = (isNeeded = true): readonly GroupSummary[] =>
  useQuery({ queryKey: ['groups'], queryFn: fetchGroups, enabled: isNeeded }).data ?? [];

const fetchAssignees = async (
  taskId: number,
  searchTerm?: string,
  signal?: AbortSignal,
): Promise<AssigneesResponse> =>
  (
    await http.get<AssigneesResponse>(`/tasks/${taskId}/assignees`, {
      params: { searchTerm },
      ...(signal ? { signal } : {}),
    })
  ).data;

/** People to whom the signed-in person may give this task, by a part of their name or address. */
export const searchAssignees =
  (taskId: number) =>
  (searchTerm: string, signal: AbortSignal): Promise<UserSearch> =>
    fetchAssignees(taskId, searchTerm, signal);

/** Whom somebody without OPERATOR may assign this task to: as the leader of its group its people, else themselves. */
export const useAssignmentScope = (taskId: number, isNeeded: boolean) =>
  useQuery({
    queryKey: ['task', taskId, 'assignees'],
    queryFn: ({ signal }) => fetchAssignees(taskId, undefined, signal),
    enabled: isNeeded,
  });
