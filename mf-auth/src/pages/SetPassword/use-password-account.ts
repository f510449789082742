import type { PasswordAccount } from '@obieg/contracts';
import { isApiError } from '@obieg/web-kit';
import { useEffect, useState } from 'react';
import { fetchPasswordAccount } from '../../sign-in/auth.api';

interface AccountLookup {
  account?: PasswordAccount;
  isLoading: boolean;
  /** The server does not accept the token. */
  isRejected: boolean;
}

/**
 * Looks up the account of a token, once. Not a query: the session that follows a new password clears the query cache,
 * and a second look-up would find the token used.
 */
export const usePasswordAccount = (token: string): AccountLookup => {
  const [lookup, setLookup] = useState<AccountLookup>({ isLoading: true, isRejected: false });
  useEffect(() => {
    let isCurrent = true;
    const finish = (result: Omit<AccountLookup, 'isLoading'>): void => {
      if (isCurrent) setLookup({ ...result, isLoading: false });
    };
    fetchPasswordAccount(token).then(
      (account) => finish({ account, isRejected: false }),
      // After another failure, the form works without the name of the account.
      (error: unknown) => finish({ isRejected: isApiError(error) && error.status === 400 }),
    );
    return () => {
      isCurrent = false;
    };
  }, [token]);
  return lookup;
};
