import type { Account } from '@obieg/contracts';
import { http, sharedKeys, useQuery, useSession } from '@obieg/web-kit';

/** Name by which other people see the user. The username until it is loaded. */
export const useOwnName = (): string => {
  const session = useSession();
  const { data } = useQuery({
    // The header uses the same key, so the name is usually loaded.
    queryKey: sharedKeys.account,
    queryFn: async ({ signal }) => (await http.get<Account>('/account', { signal })).data,
    staleTime: 60_000,
  });
  return data?.displayName ?? session?.user.username ?? '';
};
