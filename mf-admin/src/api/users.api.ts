import {
  type InviteUser,
  type InviteUserResponse,
  nextCursorHeader,
  type Organization,
  type OrganizationRoleCode,
  type RoleDescription,
  type User,
} from '@obieg/contracts';
import {
  currentSession,
  fetchAllItems,
  http,
  keepPreviousData,
  refreshPermissions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { ownKey } from '../query-keys';
import { listKeys } from './list-keys';
import { deleteIfExists } from './optimistic-concurrency';
import { isOwnAccount } from './own-account';
import { detailQueryOptions, refetchLists } from './query-cache';

const listKey = listKeys.users;
export const userKey = (id: number) => ownKey('user', id);

interface UserPage {
  users: User[];
  nextCursor: string | undefined;
}

const fetchUsers = async (
  search: string,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<UserPage> => {
  const { data, headers } = await http.get<User[]>('/users', {
    params: { ...(search ? { search } : {}), cursor },
    signal,
  });
  const next: unknown = headers[nextCursorHeader];
  return { users: data, nextCursor: typeof next === 'string' ? next : undefined };
};

/** Loads, page by page, the organization's members whose username or email contains the text. */
export const useUserPages = (search: string) =>
  useInfiniteQuery({
    queryKey: [...listKey, { search }],
    queryFn: ({ pageParam, signal }) => fetchUsers(search, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

export const fetchUser = async (id: number): Promise<User> => (await http.get<User>(`/users/${id}`)).data;

export const useUser = (id: number) =>
  useQuery({
    queryKey: userKey(id),
    queryFn: () => fetchUser(id),
    ...detailQueryOptions,
  });

/** Loads the roles that the caller may grant. */
export const useRoles = () =>
  useQuery({
    queryKey: ownKey('roles'),
    queryFn: async () => (await http.get<RoleDescription[]>('/admin/roles')).data,
  });

/** Loads the organizations to invite into. @param isEnabled whether the caller has MANAGE_SUSER. */
export const useInvitationOrganizations = (isEnabled: boolean) =>
  useQuery({
    queryKey: listKeys.adminOrganizations,
    queryFn: () => fetchAllItems<Organization>('/admin/organizations'),
    enabled: isEnabled,
  });

export const useInviteUser = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (invitation: InviteUser) =>
      (await http.post<InviteUserResponse>('/admin/invite-user', invitation)).data,
    onSuccess: async (_, { email }) => {
      // Callers who invite their own address change their own roles.
      if (currentSession()?.user.email === email) await refreshPermissions();
      await refetchLists(client, listKey, listKeys.organizationUsers);
    },
  });
};

interface RolesChange {
  roles: OrganizationRoleCode[];
  /** The roles that the caller has seen. */
  expectedRoles: OrganizationRoleCode[];
}

/** Sets a user's roles in this organization. Refreshes the permissions if callers change their own roles. */
export const useChangeRoles = (id: number) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: RolesChange) => (await http.put<User>(`/users/${id}/roles`, change)).data,
    onSuccess: async (changed) => {
      if (isOwnAccount(currentSession()?.user, changed)) await refreshPermissions();
      await Promise.all([refetchLists(client, listKey), client.invalidateQueries({ queryKey: userKey(id) })]);
    },
  });
};

/** Removes a user from this organization. The account remains. */
export const useRemoveUser = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => deleteIfExists(`/users/${id}`),
    onSuccess: () => refetchLists(client, listKey, listKeys.organizationUsers),
  });
};

/** Mails the invitation again. */
export const useResendInvitation = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => void (await http.post(`/users/${id}/invitation`)),
    onSuccess: (_, id) =>
      Promise.all([refetchLists(client, listKey), client.invalidateQueries({ queryKey: userKey(id) })]),
  });
};

/** Withdraws an invitation, which removes the user from this organization. */
export const useWithdrawInvitation = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => deleteIfExists(`/users/${id}/invitation`),
    onSuccess: () => refetchLists(client, listKey, listKeys.organizationUsers),
  });
};
