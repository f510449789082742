import type {
  Group,
  GroupMember,
  GroupMemberRole,
  SaveGroup,
  UserSearch,
  UserSummary,
} from '@obieg/contracts';
import { http, useMutation, useQuery, useQueryClient, useSession } from '@obieg/web-kit';

const key = ['groups-administration'] as const;

export const useGroupList = () =>
  useQuery({ queryKey: key, queryFn: async () => (await http.get<Group[]>('/groups')).data });

export const useGroup = (id: number) =>
  useQuery({ queryKey: [...key, id], queryFn: async () => (await http.get<Group>(`/groups/${id}`)).data });

export const useGroupMembers = (id: number) =>
  useQuery({
    queryKey: [...key, id, 'members'],
    queryFn: async () => (await http.get<GroupMember[]>(`/groups/${id}/members`)).data,
  });

/** Whether the person leads the group and so manages its members; undefined while the members are on their way. */
export const useIsLeader = (id: number): boolean | undefined => {
  const user = useSession()?.user;
  const { data: members, isError } = useGroupMembers(id);
  if (!members) return isError ? false : undefined;
  return members.some(
    // After a sign-in by code the browser knows the address only (spec 1 §3).
    ({ userId, userEmail, role }) => role === 'LEADER' && (userId === user?.id || userEmail === user?.email),
  );
};

/** After any change all lists of groups are read anew, those of pickers too. */
const useGroupChange = <Input, Output>(change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: ['groups'] });
      await client.invalidateQueries({ queryKey: key });
    },
  });
};

/** Creates a group, or saves the one with the id. */
export const useSaveGroup = (id: number | undefined) =>
  useGroupChange(
    async (group: SaveGroup) =>
      (
        await (id === undefined
          ? http.post<Group>('/groups', group)
          : http.put<Group>(`/groups/${id}`, group))
      ).data,
  );

export const useDeleteGroup = () =>
  useGroupChange(async (id: number) => void (await http.delete(`/groups/${id}`)));

export const useAddMember = (id: number) =>
  useGroupChange(
    async (member: { userId: number; role: GroupMemberRole }) =>
      (await http.post<GroupMember>(`/groups/${id}/members`, member)).data,
  );

export const useChangeMember = (id: number) =>
  useGroupChange(
    async (member: { userId: number; role: GroupMemberRole }) =>
      (await http.put<GroupMember>(`/groups/${id}/members/${member.userId}`, member)).data,
  );

export const useRemoveMember = (id: number) =>
  useGroupChange(async (userId: number) => void (await http.delete(`/groups/${id}/members/${userId}`)));

/** Members of the organization who may join a group. */
export const useOrganizationUsers = () =>
  useQuery({
    queryKey: ['organization-users'],
    queryFn: async () => (await http.get<UserSummary[]>('/organizations/users')).data,
  });

export const searchUsers = async (searchTerm: string, signal: AbortSignal): Promise<UserSearch> =>
  (await http.get<UserSearch>('/users/search', { params: { searchTerm }, signal })).data;
