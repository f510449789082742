import type { ApiTokens, CreateApiToken, CreatedApiToken } from '@obieg/contracts';
import {
  type CreateOnce,
  http,
  isApiError,
  sharedKeys,
  useMutation,
  useQuery,
  useQueryClient,
} from '@obieg/web-kit';

const tokensKey = [...sharedKeys.account, 'tokens'];

export const useApiTokens = () =>
  useQuery({
    queryKey: tokensKey,
    queryFn: async ({ signal }) => (await http.get<ApiTokens>('/account/tokens', { signal })).data.tokens,
  });

interface TokenCreation {
  input: CreateApiToken;
  createOnce: CreateOnce;
}

/** Rejects with ApiError; 409 above the number of tokens. */
export const useCreateApiToken = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ input, createOnce }: TokenCreation) =>
      createOnce(
        async (headers) => (await http.post<CreatedApiToken>('/account/tokens', input, { headers })).data,
      ),
    onSettled: () => client.invalidateQueries({ queryKey: tokensKey }),
  });
};

/** A token that has already been revoked is no failure. */
export const useRevokeApiToken = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      try {
        await http.delete(`/account/tokens/${id}`);
      } catch (error) {
        if (!(isApiError(error) && error.status === 404)) throw error;
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: tokensKey }),
  });
};
