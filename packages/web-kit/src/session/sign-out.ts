import { http } from '../http/http';
import { navigateTo } from '../navigation';
import { dropDrafts } from './drafts';
import { currentSession, endSession } from './session.store';

/**
 * Ends the session and navigates to /login immediately (spec 3 §2, logout). Revokes the session in the background.
 * Ignores errors, so that an unreachable server does not keep the user signed in.
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
