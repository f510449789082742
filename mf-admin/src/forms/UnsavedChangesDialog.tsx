import { ConfirmDialog } from '@obieg/ui/overlays';
import { currentSession, useBlocker } from '@obieg/web-kit';
import { useEffect } from 'react';
import { useAdminMessages } from '../i18n/messages';

interface UnsavedChangesDialogProps {
  /** Called on navigation, not on render, so that a form can navigate right after it saved. */
  hasChanges: () => boolean;
  /** Replaces the texts of a form. */
  texts?: { title: string; question: string; stay: string };
}

/**
 * Asks for confirmation before the user leaves a page with unsaved changes, by a link or by closing the tab. Does not
 * ask after signing out, which has asked itself.
 */
export const UnsavedChangesDialog = ({ hasChanges, texts }: UnsavedChangesDialogProps) => {
  const t = useAdminMessages();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && currentSession() !== undefined && hasChanges(),
  );
  useEffect(() => {
    const confirmUnload = (event: BeforeUnloadEvent): void => {
      if (hasChanges()) event.preventDefault();
    };
    addEventListener('beforeunload', confirmUnload);
    return () => removeEventListener('beforeunload', confirmUnload);
  }, [hasChanges]);
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={texts?.title ?? t('unsaved.title')}
      confirmLabel={t('unsaved.leave')}
      cancelLabel={texts?.stay ?? t('unsaved.stay')}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {texts?.question ?? t('unsaved.question')}
    </ConfirmDialog>
  );
};
