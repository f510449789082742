import type {
  IdentityProvider,
  IdentityProviderResponse,
  IdentityProviders,
  IdentityProviderTest,
  ProviderTestResponse,
  ProviderTestStart,
  SaveIdentityProvider,
} from '@obieg/contracts';
import { http, useCreateOnce, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { ownKey } from '../query-keys';
import { deleteIfExists, ifMatch } from './optimistic-concurrency';

const path = '/identity-providers';
const allKeys = ownKey('identity-providers');
const listKey = ownKey('identity-providers', 'list');

/** Loads the organization's identity providers, and the addresses to enter at each. */
export const useIdentityProviders = () =>
  useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }): Promise<IdentityProviders> =>
      (await http.get<IdentityProviders>(path, { signal })).data,
    staleTime: 0,
  });

export const fetchIdentityProvider = async (id: number): Promise<IdentityProvider> =>
  (await http.get<IdentityProviderResponse>(`${path}/${id}`)).data.provider;

export const useIdentityProvider = (id: number) =>
  useQuery({
    queryKey: ownKey('identity-providers', id),
    queryFn: () => fetchIdentityProvider(id),
    staleTime: 0,
  });

/** Loads the latest test that this session has made. */
export const useProviderTest = (id: number) =>
  useQuery({
    queryKey: ownKey('identity-providers', id, 'test'),
    queryFn: async ({ signal }): Promise<IdentityProviderTest | null> =>
      (await http.get<ProviderTestResponse>(`${path}/${id}/test`, { signal })).data.test,
    staleTime: 0,
  });

export const etagOf = ({ revision }: IdentityProvider): string => `"${revision}"`;

/** Runs a change, then refetches everything about providers. */
const useChange = <Input, Output>(change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: allKeys }),
  });
};

interface Saving {
  input: SaveIdentityProvider;
  etag: string | undefined;
}

/** Creates a provider, once however often the call is retried, or changes one. @returns its id */
export const useSaveIdentityProvider = (id: number | undefined) => {
  const createOnce = useCreateOnce();
  return useChange(async ({ input, etag }: Saving): Promise<number> => {
    const { data } =
      id === undefined
        ? await createOnce((headers) => http.post<IdentityProviderResponse>(path, input, { headers }))
        : await http.put<IdentityProviderResponse>(`${path}/${id}`, input, ifMatch(etag));
    return data.provider.id;
  });
};

/** `check` looks the TXT record up, `confirm` is for system administrators. */
export const useVerifyDomain = (id: number) =>
  useChange(({ domain, way }: { domain: string; way: 'check' | 'confirm' }) =>
    http.post<IdentityProviderResponse>(`${path}/${id}/domains/${encodeURIComponent(domain)}/${way}`),
  );

/** Starts a test. The browser continues it at the returned address. */
export const useStartProviderTest = (id: number) =>
  useMutation({
    mutationFn: async (_: undefined) => (await http.post<ProviderTestStart>(`${path}/${id}/test`)).data,
  });

/**
 * Deletes a provider. One that another user has deleted first is no failure.
 *
 * @param leave called before the lists change, because the page would show that the provider does not exist
 */
export const useDeleteIdentityProvider = (provider: IdentityProvider, leave: () => Promise<void> | void) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (_: undefined) => deleteIfExists(`${path}/${provider.id}`, etagOf(provider)),
    onSuccess: async () => {
      await leave();
      await client.invalidateQueries({ queryKey: listKey });
    },
  });
};
