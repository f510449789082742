import { currentSession, startSession, useQueryClient } from '@obieg/web-kit';
import { fetchTokenInfo } from '../../auth.api';
import { useArrival } from './arrival';

/** As spec 1 §3 has it: only the address is known of whoever signs in by a code. */
const startByCode = (jwt: string, email: string): void =>
  startSession(jwt, { id: 0, username: email, email });

/**
 * Signs in by a verified code, at once: a tab that is closed now keeps its session. The whole address is asked for after
 * that, since this tab may know it masked only, or by a username; the server shows it to the session that the code opened.
 */
export const useCodeSession = (token: string, knownEmail: string): ((jwt: string) => void) => {
  const queries = useQueryClient();
  const { email: typed = '' } = useArrival();
  const correctAddress = async (jwt: string): Promise<void> => {
    const { email } = await queries.fetchQuery({
      queryKey: ['verified-address', token],
      queryFn: () => fetchTokenInfo(token),
    });
    // Somebody may have signed in or out, or chosen a password, in the meantime.
    if (email && currentSession()?.token === jwt) startByCode(jwt, email);
  };
  return (jwt) => {
    startByCode(jwt, typed.includes('@') ? typed.trim().toLowerCase() : knownEmail);
    // Without an answer the address stays as it is, and the person signed in.
    correctAddress(jwt).catch(() => undefined);
  };
};
