import { type createQueryClient, organizationNameKey } from '@obieg/web-kit';

type Client = ReturnType<typeof createQueryClient>;

/**
 * Resets all queries except the organization's name and refetches the active ones. Resetting keeps mounted observers
 * connected; removed queries would no longer update them.
 *
 * @param isLeavingPage the page is about to unmount, so nothing is refetched
 */
export const resetUserQueries = (client: Client, isLeavingPage: boolean): void => {
  const userQueries = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== organizationNameKey[0],
  };
  for (const query of client.getQueryCache().findAll(userQueries)) query.reset();
  if (isLeavingPage) return;
  // Deferred until the page has rerendered for the new session, so that queries disabled for visitors are skipped.
  setTimeout(() => void client.refetchQueries({ ...userQueries, type: 'active' }, { cancelRefetch: false }));
};
