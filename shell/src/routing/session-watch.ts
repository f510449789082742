import { currentSession, isLoginPath, onSessionChange, rememberReturnUrl } from '@obieg/web-kit';
import type { DataRouter } from 'react-router-dom';
import { goTo } from './go-to';

interface WatchOptions {
  router: DataRouter;
  needsSession: (path: string) => boolean;
  /** False for paths that nobody has: they lead to /login, and back there would end the new session. */
  isKnownPath: (path: string) => boolean;
  /** Empties what is held of a person. */
  forgetPerson: () => void;
}

/**
 * Follows the session: another person sees nothing of the one before, a page that needs a session is left when it ends
 * (also in another tab), and coming to /login from a page remembers that page (spec 1 §4).
 *
 * @returns a function that ends it.
 */
export const watchSession = ({
  router,
  needsSession,
  isKnownPath,
  forgetPerson,
}: WatchOptions): (() => void) => {
  const stopSession = onSessionChange(() => {
    forgetPerson();
    if (!currentSession() && needsSession(router.state.location.pathname)) goTo(router, '/login');
  });
  let previous = router.state.location;
  const stopRouter = router.subscribe(({ location }) => {
    if (location.key === previous.key) return;
    const isComingToLogin = isLoginPath(location.pathname) && !isLoginPath(previous.pathname);
    if (isComingToLogin && isKnownPath(previous.pathname)) {
      rememberReturnUrl(previous.pathname + previous.search + previous.hash);
    }
    previous = location;
  });
  return () => {
    stopSession();
    stopRouter();
  };
};
