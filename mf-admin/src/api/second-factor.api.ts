import type { ChangeFactorPolicy, FactorPolicy } from '@obieg/contracts';
import { http, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { ownKey } from '../query-keys';
import { userKey } from './users.api';

const policyKey = ownKey('second-factor-policy');
const path = '/second-factors/policy';

export const useFactorPolicy = () =>
  useQuery({
    queryKey: policyKey,
    queryFn: async ({ signal }) => (await http.get<FactorPolicy>(path, { signal })).data,
    // The dialog must not start from an older policy.
    gcTime: 0,
  });

/** Rejects with ApiError; 412 if somebody else has changed the policy, which is loaded again then. */
export const useChangeFactorPolicy = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: ChangeFactorPolicy) => (await http.put<FactorPolicy>(path, change)).data,
    onSettled: () => client.invalidateQueries({ queryKey: policyKey }),
  });
};

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
