import { currentSession, Navigate, notify, usePermissionsFailure } from '@obieg/web-kit';
import { useEffect, useRef } from 'react';
import { useAdminMessages } from '../i18n/messages';

/** Redirects a user who lacks the permission for a page (spec 2 §6), and says so. */
export const RedirectForbidden = ({ to }: { to: string }) => {
  const t = useAdminMessages();
  // The shell reports unknown permissions itself, and a session that ended leads to the login page.
  const isMissing = usePermissionsFailure() === undefined && currentSession() !== undefined;
  const isNotified = useRef(false);
  useEffect(() => {
    if (!isMissing || isNotified.current) return;
    isNotified.current = true;
    notify.info(t('forbidden'));
  }, [isMissing, t]);
  return <Navigate to={to} replace />;
};
