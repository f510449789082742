import {
  type InviteUser,
  nextCursorHeader,
  type Organization,
  type OrganizationRoleCode,
  type RoleDescription,
  type User,
} from '@obieg/contracts';
import {
  currentSession,
  http,
  keepPreviousData,
  refreshPermissions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';
import { deleteIfExists } from './optimistic-concurrency';
import { isOwnAccount } from './own-account';
import { detailQueryOptions, refetchLists } from './query-cache';

const listKey = ['user-list'] as const;
const pageKey = (id: number) => ['user', id] as const;

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

/** Members of the organization whose username or e-mail holds the text, a page at a time. */
export const useUserPages = (search: string) =>
  useInfiniteQuery({
    queryKey: [...listKey, { search }],
    queryFn: ({ pageParam, signal }) => fetchUsers(search, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

export const useUser = (id: number) =>
  useQuery({
    queryKey: pageKey(id),
    queryFn: async () => (await http.get<User>(`/users/${id}`)).data,
    ...detailQueryOptions,
  });

/** Roles that the caller may grant. */
export const useRoles = () =>
  useQuery({
    queryKey: ['roles'],
    queryFn: async () => (await http.get<RoleDescription[]>('/admin/roles')).data,
  });

/** Organizations to invite into; for holders of MANAGE_SUSER. */
export const useInvitationOrganizations = (isNeeded: boolean) =>
  useQuery({
    queryKey: ['admin-organizations'],
    queryFn: async () => (await http.get<Organization[]>('/admin/organizations')).data,
    enabled: isNeeded,
  });

export const useInviteUser = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (invitation: InviteUser) =>
      (await http.post<{ userExists: boolean }>('/admin/invite-user', invitation)).data,
    onSuccess: () => refetchLists(client, listKey, ['organization-users']),
  });
};

/** Sets somebody's roles in this organization; what they may do changes at once, the caller's own screens too. */
export const useChangeRoles = (id: number) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (roles: OrganizationRoleCode[]) =>
      (await http.put<User>(`/users/${id}/roles`, { roles })).data,
    onSuccess: async (changed) => {
      if (isOwnAccount(currentSession()?.user, changed)) await refreshPermissions();
      await Promise.all([refetchLists(client, listKey), client.invalidateQueries({ queryKey: pageKey(id) })]);
    },
  });
};

/** Ends somebody's membership in this organization; their account stays. */
export const useRemoveUser = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => deleteIfExists(`/users/${id}`),
    onSuccess: () => refetchLists(client, listKey, ['organization-users']),
  });
};
