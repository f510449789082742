import { ConfirmDialog } from '@obieg/ui/overlays';
import { useBlocker } from '@obieg/web-kit';
import { useEffect } from 'react';
import { useAdminMessages } from './messages';

interface UnsavedChangesDialogProps {
  /** Whether something would be lost; asked when somebody is about to leave, so that a save may leave at once. */
  hasChanges: () => boolean;
}

/** Asks before a form with unsaved changes is left, inside the product and with the browser's own buttons. */
export const UnsavedChangesDialog = ({ hasChanges }: UnsavedChangesDialogProps) => {
  const t = useAdminMessages();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasChanges(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (hasChanges()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [hasChanges]);
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={t('unsaved.title')}
      confirmLabel={t('unsaved.leave')}
      cancelLabel={t('unsaved.stay')}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {t('unsaved.question')}
    </ConfirmDialog>
  );
};
