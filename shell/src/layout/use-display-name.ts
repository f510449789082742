import type { Account } from '@obieg/contracts';
import {
  http,
  onSessionChange,
  persistentStorage,
  readStoredJson,
  type StoredUser,
  sharedKeys,
  useQuery,
  writeStored,
} from '@obieg/web-kit';
import { useEffect } from 'react';

const storageKey = 'obieg_display_name';

/** The page of the own account uses the same key, so that a changed name shows at once. */
const accountKey = sharedKeys.account;

onSessionChange(() => writeStored(persistentStorage, storageKey, null));

interface StoredName {
  email: string;
  displayName: string;
}

/** Name that the last page showed. A later page then shows it without waiting for the server. */
const readStoredName = (email: string): string | undefined => {
  const stored = (readStoredJson(persistentStorage, storageKey) ?? {}) as Partial<StoredName>;
  return stored.email === email && typeof stored.displayName === 'string' ? stored.displayName : undefined;
};

/** Display name of the signed-in user. The username until the server has answered for the first time. */
export const useDisplayName = ({ email, username }: StoredUser): string => {
  const { data } = useQuery({
    queryKey: accountKey,
    queryFn: async ({ signal }): Promise<Account> => (await http.get<Account>('/account', { signal })).data,
  });
  const loaded = data?.displayName;
  useEffect(() => {
    if (loaded !== undefined)
      writeStored(persistentStorage, storageKey, JSON.stringify({ email, displayName: loaded }));
  }, [email, loaded]);
  return loaded ?? readStoredName(email) ?? username;
};
