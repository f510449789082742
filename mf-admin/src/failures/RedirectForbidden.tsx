import { currentSession, Navigate, notify, usePermissionsFailure } from '@obieg/web-kit';
import { useEffect, useRef } from 'react';
import { useAdminMessages } from '../i18n/messages';

/**
 * Redirects a user who lacks the permission for a page (spec 2 §6), and says so. If the session has ended, the shell
 * opens the login page, and returns to this page, with its changed form, after the sign-in.
 */
export const RedirectForbidden = ({ to }: { to: string }) => {
  const t = useAdminMessages();
  const isSignedIn = currentSession() !== undefined;
  // The shell reports unknown permissions itself.
  const isMissing = usePermissionsFailure() === undefined && isSignedIn;
  const isNotified = useRef(false);
  useEffect(() => {
    if (!isMissing || isNotified.current) return;
    isNotified.current = true;
    notify.info(t('forbidden'));
  }, [isMissing, t]);
  return isSignedIn ? <Navigate to={to} replace /> : null;
};
