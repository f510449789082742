import type { GroupSummary, UserSearch } from '@obieg/contracts';
import { http, useQuery } from '@obieg/web-kit';

/** People of this organization by a part of their name or address (spec 2 §4). */
export const searchUsers = async (searchTerm: string, signal: AbortSignal): Promise<UserSearch> =>
  (await http.get<UserSearch>('/users/search', { params: { searchTerm }, signal })).data;

const fetchGroups = async (): Promise<GroupSummary[]> =>
  (await http.get<GroupSummary[]>('/organizations/groups')).data;

/** Groups to choose from; while they load, or when they cannot be had, none (spec 3 §8: failures are not shown). */
export const useGroups = (isNeeded = true): readonly GroupSummary[] =>
  useQuery({ queryKey: ['groups'], queryFn: fetchGroups, enabled: isNeeded }).data ?? [];
