import { currentSession, startSession, useQueryClient } from '@obieg/web-kit';
import { ownKey } from '../../query-keys';
import { fetchTokenInfo } from '../../sign-in/auth.api';
import { useVerifyEmailState } from '../../sign-in/verify-email-state';

/** Sign-in by code reveals only the email address, so the user has id 0 and the email as username (spec 1 §3). */
const startSessionFor = (jwt: string, email: string): void =>
  startSession(jwt, { id: 0, username: email, email });

/**
 * Returns a function that starts the session for a verified code.
 *
 * The session starts before the full address is known, so closing the tab at this point keeps the user signed in.
 * The hook then loads the full address: this tab may know only a masked address or a username.
 */
export const useStartVerifiedSession = (token: string, knownEmail: string): ((jwt: string) => void) => {
  const queries = useQueryClient();
  const { email: typedName = '' } = useVerifyEmailState();
  const updateEmail = async (jwt: string): Promise<void> => {
    const { email } = await queries.fetchQuery({
      queryKey: ownKey('verified-address', token),
      queryFn: () => fetchTokenInfo(token),
    });
    // The session may have changed while the request ran.
    if (email && currentSession()?.token === jwt) startSessionFor(jwt, email);
  };
  return (jwt) => {
    startSessionFor(jwt, typedName.includes('@') ? typedName.trim().toLowerCase() : knownEmail);
    // If the request fails, the session keeps the address it has.
    updateEmail(jwt).catch(() => undefined);
  };
};
