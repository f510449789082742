import type { ConfirmSession, OwnFactors, PasskeyOptions } from '@obieg/contracts';
import { http, isApiError, sharedKeys, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';

const factorsKey = [...sharedKeys.account, 'second-factors'];
const path = '/account/second-factors';

export const useOwnFactors = () =>
  useQuery({
    queryKey: factorsKey,
    queryFn: async ({ signal }) => (await http.get<OwnFactors>(path, { signal })).data,
  });

/** Reads the factors again after a change of them, or of the confirmation. */
export const useRefreshFactors = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sharedKeys.account });
};

const useFactorMutation = <Input, Result>(change: (input: Input) => Promise<Result>) => {
  const refresh = useRefreshFactors();
  return useMutation({ mutationFn: change, onSettled: refresh });
};

/** Rejects with ApiError; 422 for a wrong password. */
export const useConfirmSession = () =>
  useFactorMutation(async (proof: ConfirmSession) => {
    await http.post('/account/confirmation', proof);
  });

export const fetchConfirmationOptions = async (): Promise<PasskeyOptions['options']> =>
  (await http.post<PasskeyOptions>('/account/confirmation/passkey-options', {})).data.options;

export const useRenameFactor = () =>
  useFactorMutation(async ({ id, name }: { id: string; name: string }) => {
    await http.put(`${path}/${id}`, { name });
  });

/** A factor that has already been removed is no failure. */
export const useRemoveFactor = () =>
  useFactorMutation(async (id: string) => {
    try {
      await http.delete(`${path}/${id}`);
    } catch (error) {
      if (!(isApiError(error) && error.status === 404)) throw error;
    }
  });

export const useRenewRecoveryCodes = () =>
  useFactorMutation(
    async () =>
      (await http.post<{ recoveryCodes: string[] }>('/account/recovery-codes', {})).data.recoveryCodes,
  );
