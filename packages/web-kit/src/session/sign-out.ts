import { http } from '../http/http';
import { navigateTo } from '../navigation';
import { dropDrafts } from './drafts';
import { forgetReturnUrl } from './return-url';
import { currentSession, endSession } from './session.store';

/**
 * Ends the session here at once; the server revokes it as soon as it is reached. Never fails: a server that is away
 * does not keep a person signed in.
 */
export const leaveSession = (): void => {
  const session = currentSession();
  dropDrafts();
  endSession();
  if (!session) return;
  http
    .post('/auth/sign-out', undefined, { headers: { Authorization: `Bearer ${session.token}` } })
    .catch(() => undefined);
};

/** A person signs out: {@link leaveSession}, on to /login (spec 3 §2, logout), and nothing leads back to where they were. */
export const signOut = (): void => {
  forgetReturnUrl();
  leaveSession();
  navigateTo('/login');
};
