import type {
  CreateGroup,
  Group,
  GroupMember,
  GroupMemberRole,
  Listed,
  UserSearch,
  UserSummary,
} from '@obieg/contracts';
import { groupPathOf } from '@obieg/contracts/group-path';
import {
  fetchAllItems,
  http,
  isApiError,
  sharedKeys,
  useMutation,
  useQuery,
  useQueryClient,
  useSession,
} from '@obieg/web-kit';
import { useMemo } from 'react';
import { ownKey } from '../query-keys';
import { createEntityApi } from './entity-api';
import { createGroupPaths } from './group-paths';
import { listKeys } from './list-keys';
import { deleteIfExists, toVersioned, type Versioned } from './optimistic-concurrency';
import { isOwnAccount } from './own-account';
import { detailQueryOptions, refetchLists } from './query-cache';

const key = listKeys.groups;

const fetchGroups = () => fetchAllItems<Listed<Group>>('/groups');

const groupApi = createEntityApi<Group, CreateGroup>({
  path: '/groups',
  listKey: key,
  detailKey: 'group',
  // The groups of pickers, and transitions, which contain group names.
  dependentLists: [sharedKeys.groups, listKeys.transitions],
  fetchList: fetchGroups,
});

export const {
  useList: useGroupList,
  useOne: useGroup,
  useSave: useSaveGroup,
  load: loadGroup,
  useDelete: useDeleteGroup,
} = groupApi;

interface GroupPathsInput {
  paths: readonly string[];
  /** Called for each group, also if a later one fails. */
  onCreated: (group: Versioned<Group>) => void;
}

/** Creates the groups of paths of a workflow file. A retry finds the groups that an earlier attempt created. */
export const useCreateGroupPaths = () =>
  groupApi.useChange(async ({ paths, onCreated }: GroupPathsInput) =>
    createGroupPaths(await fetchGroups(), paths, async (group) => {
      const created = toVersioned(await http.post<Group>('/groups', group));
      onCreated(created);
      return created.entity;
    }),
  );

/** The server refuses to delete a group in use (409), and one that another user has changed (412). */
const isKept = (error: unknown): boolean =>
  isApiError(error) && (error.status === 409 || error.status === 412);

/**
 * Deletes groups that are as they were created and that nothing uses, child groups first.
 *
 * @returns the groups that stay
 */
export const useDeleteUnusedGroups = () =>
  groupApi.useChange(async (created: readonly Versioned<Group>[]) => {
    const present = await fetchGroups();
    const staying: Versioned<Group>[] = [];
    for (const group of created.toReversed()) {
      const { id } = group.entity;
      const hasMembers = present.some((one) => one.id === id && (one.memberCount ?? 0) > 0);
      const isDeleted =
        !hasMembers &&
        (await deleteIfExists(`/groups/${id}`, group.etag).then(
          () => true,
          (error: unknown) => {
            if (isKept(error)) return false;
            throw error;
          },
        ));
      if (!isDeleted) staying.unshift(group);
    }
    return staying;
  });

/** Returns the path of a group, which tells it from others with its name. Until groups are loaded, the known name. */
export type GroupNames = (id: number, knownName?: string | null) => string;

export const useGroupNames = (): GroupNames => {
  const { data } = useGroupList();
  return useMemo(() => {
    const paths = new Map(data?.map((group) => [group.id, groupPathOf(group)] as const));
    return (id, knownName) => paths.get(id) ?? knownName ?? `#${id}`;
  }, [data]);
};

const membersKey = (id: number) => ownKey('group', id, 'members');

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

const useMemberChange = <Input, Output>(id: number, change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    // The list of groups counts members.
    onSuccess: () =>
      Promise.all([refetchLists(client, key), client.invalidateQueries({ queryKey: membersKey(id) })]),
    // Another user may have changed the members.
    onError: () => client.invalidateQueries({ queryKey: membersKey(id) }),
  });
};

export const useAddMember = (id: number) =>
  useMemberChange(
    id,
    async (member: { userId: number; role: GroupMemberRole }) =>
      (await http.post<GroupMember>(`/groups/${id}/members`, member)).data,
  );

interface MemberRoleChange {
  userId: number;
  role: GroupMemberRole;
  /** The role that the caller has seen. */
  expectedRole: GroupMemberRole;
}

export const useChangeMember = (id: number) =>
  useMemberChange(
    id,
    async (member: MemberRoleChange) =>
      (await http.put<GroupMember>(`/groups/${id}/members/${member.userId}`, member)).data,
  );

export const useRemoveMember = (id: number) =>
  useMemberChange(id, (userId: number) => deleteIfExists(`/groups/${id}/members/${userId}`));

/** Loads the organization's members, who can be added to a group. */
export const useOrganizationUsers = () =>
  useQuery({
    queryKey: listKeys.organizationUsers,
    queryFn: async () => (await http.get<UserSummary[]>('/organizations/users')).data,
  });

export const searchUsers = async (searchTerm: string, signal: AbortSignal): Promise<UserSearch> =>
  (await http.get<UserSearch>('/users/search', { params: { searchTerm }, signal })).data;
