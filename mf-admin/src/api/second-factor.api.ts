import type { ChangeFactorPolicy, FactorPolicy } from '@obieg/contracts';
import { http, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { ownKey } from '../query-keys';
import { userKey } from './users.api';

const policyKey = ownKey('second-factor-policy');
const path = '/second-factors/policy';

/** Loads the present policy, past the cache. */
export const fetchFactorPolicy = async (signal?: AbortSignal): Promise<FactorPolicy> =>
  (await http.get<FactorPolicy>(path, signal ? { signal } : {})).data;

export const useFactorPolicy = () =>
  useQuery({
    queryKey: policyKey,
    queryFn: ({ signal }) => fetchFactorPolicy(signal),
    // The dialog must not start from an older policy.
    gcTime: 0,
  });

/** Rejects with ApiError; 412 if another user has changed the policy. */
export const useChangeFactorPolicy = () =>
  useMutation({
    mutationFn: async (change: ChangeFactorPolicy) => (await http.put<FactorPolicy>(path, change)).data,
  });

/** Removes all second factors of a person. */
export const useResetFactors = (userId: number) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await http.delete(`/second-factors/users/${userId}`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: userKey(userId) }),
  });
};
