import { type createQueryClient, organizationNameKey } from '@obieg/web-kit';

type Client = ReturnType<typeof createQueryClient>;

/**
 * Empties what has been fetched for a person, also under the hands of a page that shows it, and fetches it anew for who
 * is there now. A page that is left anyway asks for nothing any more. What is removed instead would stay with its page,
 * which would never hear of anything new.
 */
export const forgetPerson = (client: Client, isPageLeft: boolean): void => {
  const ofPerson = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== organizationNameKey[0],
  };
  for (const query of client.getQueryCache().findAll(ofPerson)) query.reset();
  if (isPageLeft) return;
  // When the page has been drawn for who is there now: of a visitor it does not ask what needs an account.
  setTimeout(() => void client.refetchQueries({ ...ofPerson, type: 'active' }, { cancelRefetch: false }));
};
