import { http } from '../http/http';
import { navigateTo } from '../navigation';
import { dropDrafts } from './drafts';
import { currentSession, endSession } from './session.store';

/**
 * Ends the session here at once and goes to /login (spec 3 §2, logout); the server revokes it as soon as it is reached.
 * Never fails: a server that is away does not keep a person signed in.
 */
export const signOut = (): void => {
  const session = currentSession();
  dropDrafts();
  endSession();
  navigateTo('/login');
  if (!session) return;
  http
    .post('/auth/sign-out', undefined, { headers: { Authorization: `Bearer ${session.token}` } })
    .catch(() => undefined);
};
