import {
  currentSession,
  defaultLandingPage,
  getSignInReason,
  isLoginPath,
  onSessionChange,
  rememberReturnUrl,
  takeReturnUrl,
} from '@obieg/web-kit';
import type { DataRouter } from 'react-router-dom';
import { goTo } from './go-to';

interface WatchOptions {
  router: DataRouter;
  needsSession: (path: string) => boolean;
  /** False for unknown paths. They redirect to /login, so they are no return URL. */
  isKnownPath: (path: string) => boolean;
  /** Resets all data of the previous user. */
  resetUserQueries: () => void;
}

/**
 * Reacts to session changes, also in other tabs:
 * - resets the previous user's data,
 * - leaves a page that needs a session when the session ends,
 * - leaves the login page when another tab signs in,
 * - stores the return URL on the way to /login (spec 1 §4).
 *
 * @returns a function that stops watching
 */
export const watchSession = ({
  router,
  needsSession,
  isKnownPath,
  resetUserQueries,
}: WatchOptions): (() => void) => {
  let lastEmail = currentSession()?.user.email;
  const stopSession = onSessionChange(({ isFromOtherTab }) => {
    resetUserQueries();
    const email = currentSession()?.user.email;
    const { pathname } = router.state.location;
    if (email === undefined) {
      if (needsSession(pathname)) goTo(router, '/login');
      return;
    }
    if (isFromOtherTab && isLoginPath(pathname)) {
      const returnUrl = takeReturnUrl();
      // Another person does not continue where this tab's last user was.
      goTo(router, lastEmail === undefined || lastEmail === email ? returnUrl : defaultLandingPage());
    }
    lastEmail = email;
  });
  let previous = router.state.location;
  const stopRouter = router.subscribe(({ location }) => {
    if (location.key === previous.key) return;
    const isNavigatingToLogin = isLoginPath(location.pathname) && !isLoginPath(previous.pathname);
    // After an explicit sign-out, the next user must not land on this user's page.
    const isSignedOut = getSignInReason() === 'signed-out';
    if (isNavigatingToLogin && !isSignedOut && isKnownPath(previous.pathname)) {
      rememberReturnUrl(previous.pathname + previous.search + previous.hash);
    }
    previous = location;
  });
  return () => {
    stopSession();
    stopRouter();
  };
};
