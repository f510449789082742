import { ConfirmDialog } from '@obieg/ui/overlays';
import { currentSession, useBlocker } from '@obieg/web-kit';
import { useEffect } from 'react';
import { useAuthMessages } from '../../i18n/messages';

/** Asks before the user leaves with unsaved names. Signing out has asked itself. */
export const UnsavedNames = ({ isDirty }: { isDirty: boolean }) => {
  const t = useAuthMessages();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname && currentSession() !== undefined,
  );
  useEffect(() => {
    const confirmUnload = (event: BeforeUnloadEvent): void => {
      if (isDirty) event.preventDefault();
    };
    addEventListener('beforeunload', confirmUnload);
    return () => removeEventListener('beforeunload', confirmUnload);
  }, [isDirty]);
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={t('account.leaveTitle')}
      confirmLabel={t('account.leave')}
      cancelLabel={t('account.stay')}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {t('account.leaveText')}
    </ConfirmDialog>
  );
};
