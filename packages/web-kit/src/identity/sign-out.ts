import { type ProviderSignOut, storageKeys } from '@obieg/contracts';
import { persistentStorage, writeStored } from '../browser/browser-storage';
import { http } from '../http/http';
import { navigateTo } from '../navigation/navigate-to';
import { dropDrafts } from '../session/drafts';
import { dropReturnUrl } from '../session/return-url';
import { currentSession, endSession } from '../session/session.store';
import { setSignInReason } from '../session/sign-in-reason';

/**
 * Removes list filters, ends the session and revokes it in the background.
 *
 * @param goOn called with the address at which the person signs out at the identity provider, too
 */
const endPersonalSession = (goOn: (address: string) => void = () => undefined): void => {
  const session = currentSession();
  writeStored(persistentStorage, storageKeys.taskListFilters, null);
  endSession();
  if (!session) return;
  // Ignores errors, so that an unreachable server does not keep the user signed in.
  http
    .post<ProviderSignOut | ''>('/auth/sign-out', undefined, {
      headers: { Authorization: `Bearer ${session.token}` },
    })
    .then(({ data }) => {
      if (typeof data === 'object' && data.address) goOn(data.address);
    })
    .catch(() => undefined);
};

/**
 * Signs out and navigates to /login immediately (spec 3 §2, logout), then to the identity provider of the session. Also removes drafts and the return address, so
 * that the next person starts afresh. `hasDrafts` says whether to ask before.
 */
export const signOut = (): void => {
  dropReturnUrl();
  dropDrafts();
  endPersonalSession((address) => location.assign(address));
  setSignInReason('signed-out');
  navigateTo('/login');
};

/**
 * Ends the session of a user who opens the login page (spec 1 §4). The return address stays for the next sign-in, and
 * drafts for their owner, who was not asked whether to discard them.
 */
export const replaceSession = (): void => {
  if (currentSession()) endPersonalSession();
};
