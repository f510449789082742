import type {
  ApiTokens,
  CreateApiToken,
  CreatedApiToken,
  CreateIntegration,
  Integration,
  Integrations,
  OrganizationRoleCode,
} from '@obieg/contracts';
import { type CreateOnce, http, useCreateOnce, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { ownKey } from '../query-keys';
import { listKeys } from './list-keys';
import { deleteIfExists } from './optimistic-concurrency';
import { refetchLists } from './query-cache';

const path = '/integrations';

const fetchIntegrations = async (signal?: AbortSignal): Promise<Integration[]> =>
  (await http.get<Integrations>(path, signal ? { signal } : {})).data.integrations;

/** Loads the organization's integrations by name. There are few, so a page of one finds it among them. */
export const useIntegrations = () =>
  useQuery({ queryKey: listKeys.integrations, queryFn: ({ signal }) => fetchIntegrations(signal) });

/** Loads the present roles of an integration, past the cache. Without it, no roles. */
export const fetchIntegrationRoles = async (id: number): Promise<string[]> =>
  (await fetchIntegrations()).find((integration) => integration.id === id)?.roles ?? [];

/** Runs a change, then refetches the integrations and the lists of whom groups can have. */
const useChange = <Input, Output>(change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => refetchLists(client, listKeys.integrations, listKeys.organizationUsers),
  });
};

/** Creates an integration, once however often the call is retried. */
export const useCreateIntegration = () => {
  const createOnce = useCreateOnce();
  return useChange((input: CreateIntegration) =>
    createOnce(async (headers) => (await http.post<Integration>(path, input, { headers })).data),
  );
};

interface RolesChange {
  roles: OrganizationRoleCode[];
  /** The roles that the caller has seen. */
  expectedRoles: OrganizationRoleCode[];
}

export const useChangeIntegrationRoles = (id: number) =>
  useChange(async (change: RolesChange) => (await http.put<Integration>(`${path}/${id}/roles`, change)).data);

/**
 * Deletes an integration. One that another user has deleted first is no failure.
 *
 * @param leave called before the list changes, because a page of the integration would show that it does not exist
 */
export const useDeleteIntegration = (id: number, leave: () => Promise<void> | void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteIfExists(`${path}/${id}`),
    onSuccess: async () => {
      await leave();
      client.setQueryData<Integration[]>(listKeys.integrations, (all) => all?.filter((one) => one.id !== id));
      await refetchLists(client, listKeys.integrations, listKeys.organizationUsers, listKeys.groups);
    },
  });
};

const tokensKey = (id: number) => ownKey('integration-tokens', id);

export const useIntegrationTokens = (id: number) =>
  useQuery({
    queryKey: tokensKey(id),
    queryFn: async ({ signal }) =>
      (await http.get<ApiTokens>(`${path}/${id}/tokens`, { signal })).data.tokens,
  });

/** Runs a change of tokens, then refetches them and the list, which counts them. */
const useTokenChange = <Input, Output>(id: number, change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: tokensKey(id) }),
        client.invalidateQueries({ queryKey: listKeys.integrations }),
      ]),
  });
};

interface TokenCreation {
  input: CreateApiToken;
  createOnce: CreateOnce;
}

/** Rejects with ApiError; 409 above the number of tokens. */
export const useCreateIntegrationToken = (id: number) =>
  useTokenChange(id, ({ input, createOnce }: TokenCreation) =>
    createOnce(
      async (headers) => (await http.post<CreatedApiToken>(`${path}/${id}/tokens`, input, { headers })).data,
    ),
  );

/** A token that has already been revoked is no failure. */
export const useRevokeIntegrationToken = (id: number) =>
  useTokenChange(id, (tokenId: string) => deleteIfExists(`${path}/${id}/tokens/${tokenId}`));
