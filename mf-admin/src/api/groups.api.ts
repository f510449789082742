import type {
  CreateGroup,
  Group,
  GroupMember,
  GroupMemberRole,
  UserSearch,
  UserSummary,
} from '@obieg/contracts';
import { fetchAllItems, http, useMutation, useQuery, useQueryClient, useSession } from '@obieg/web-kit';
import { deleteIfExists } from './optimistic-concurrency';
import { isOwnAccount } from './own-account';
import { detailQueryOptions, refetchLists } from './query-cache';

const key = ['groups-administration'] as const;

export const useGroupList = () => useQuery({ queryKey: key, queryFn: () => fetchAllItems<Group>('/groups') });

export const useGroup = (id: number) =>
  useQuery({
    queryKey: ['group', id],
    queryFn: async () => (await http.get<Group>(`/groups/${id}`)).data,
    ...detailQueryOptions,
  });

const membersKey = (id: number) => ['group', id, 'members'];

export const useGroupMembers = (id: number) =>
  useQuery({
    queryKey: membersKey(id),
    queryFn: async () => (await http.get<GroupMember[]>(`/groups/${id}/members`)).data,
    ...detailQueryOptions,
  });

/** Returns whether the signed-in user leads the group and may manage its members. Undefined while members load. */
export const useIsLeader = (id: number): boolean | undefined => {
  const user = useSession()?.user;
  const { data: members, isError } = useGroupMembers(id);
  if (!members) return isError ? false : undefined;
  return members.some(
    ({ userId, userEmail, role }) =>
      role === 'LEADER' && isOwnAccount(user, { id: userId, email: userEmail }),
  );
};

/** Also refetches the groups of pickers, and the transitions, which contain group names. */
const useGroupChange = <Input, Output>(change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => refetchLists(client, key, ['groups'], ['status-transitions']),
  });
};

const useMemberChange = <Input, Output>(id: number, change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    // The list of groups counts members.
    onSuccess: () =>
      Promise.all([refetchLists(client, key), client.invalidateQueries({ queryKey: membersKey(id) })]),
  });
};

/** Creates a group with its first members if `id` is undefined. Updates it otherwise, and ignores `members`. */
export const useSaveGroup = (id: number | undefined) =>
  useGroupChange(
    async ({ members, ...group }: CreateGroup) =>
      (
        await (id === undefined
          ? http.post<Group>('/groups', { ...group, ...(members?.length ? { members } : {}) })
          : http.put<Group>(`/groups/${id}`, group))
      ).data,
  );

export const useDeleteGroup = () => useGroupChange((id: number) => deleteIfExists(`/groups/${id}`));

export const useAddMember = (id: number) =>
  useMemberChange(
    id,
    async (member: { userId: number; role: GroupMemberRole }) =>
      (await http.post<GroupMember>(`/groups/${id}/members`, member)).data,
  );

export const useChangeMember = (id: number) =>
  useMemberChange(
    id,
    async (member: { userId: number; role: GroupMemberRole }) =>
      (await http.put<GroupMember>(`/groups/${id}/members/${member.userId}`, member)).data,
  );

export const useRemoveMember = (id: number) =>
  useMemberChange(id, (userId: number) => deleteIfExists(`/groups/${id}/members/${userId}`));

/** Loads the organization's members, who can be added to a group. */
export const useOrganizationUsers = () =>
  useQuery({
    queryKey: ['organization-users'],
    queryFn: async () => (await http.get<UserSummary[]>('/organizations/users')).data,
  });

export const searchUsers = async (searchTerm: string, signal: AbortSignal): Promise<UserSearch> =>
  (await http.get<UserSearch>('/users/search', { params: { searchTerm }, signal })).data;
