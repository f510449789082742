import { ConfirmDialog } from '@obieg/ui/overlays';
import { signOut } from '@obieg/web-kit';
import { useCommandMessages } from '../commands/messages';

export interface SignOutDialogProps {
  onCancel: () => void;
}

/** Asks before signing out discards unsent text. */
export const SignOutDialog = ({ onCancel }: SignOutDialogProps) => {
  const t = useCommandMessages();
  return (
    <ConfirmDialog
      isOpen
      title={t('signOut.title')}
      confirmLabel={t('signOut.confirm')}
      cancelLabel={t('signOut.cancel')}
      onConfirm={signOut}
      onCancel={onCancel}
    >
      {t('signOut.text')}
    </ConfirmDialog>
  );
};
