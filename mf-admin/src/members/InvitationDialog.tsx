import type { User } from '@obieg/contracts';
import { useAddressFormat } from '@obieg/ui';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { notify } from '@obieg/web-kit';
import { useState } from 'react';
import { useResendInvitation, useWithdrawInvitation } from '../api/users.api';
import { appendReason } from '../failures/rejection';
import { useAdminMessages } from '../i18n/messages';

/** `send`: the first mail. `resend`: a further one. */
export type InvitationAction = 'send' | 'resend' | 'withdraw';

interface InvitationDialogProps {
  user: User;
  action: InvitationAction;
  /** Called after the action succeeded. */
  onDone?: () => void;
  onClose: () => void;
}

const texts = {
  send: {
    title: 'invitation.sendTitle',
    question: 'invitation.sendQuestion',
    button: 'invitation.sendButton',
    done: 'invitation.sent',
    failed: 'invitation.resendFailed',
  },
  resend: {
    title: 'invitation.resendTitle',
    question: 'invitation.resendQuestion',
    button: 'invitation.resendButton',
    done: 'invitation.resent',
    failed: 'invitation.resendFailed',
  },
  withdraw: {
    title: 'invitation.withdrawTitle',
    question: 'invitation.withdrawQuestion',
    button: 'invitation.withdrawButton',
    done: 'invitation.withdrawn',
    failed: 'invitation.withdrawFailed',
  },
} as const;

/** Confirms that a pending invitation is mailed or withdrawn. Shows the reason if the server refuses. */
export const InvitationDialog = ({ user, action, onDone, onClose }: InvitationDialogProps) => {
  const t = useAdminMessages();
  const resending = useResendInvitation();
  const withdrawal = useWithdrawInvitation();
  const { mutateAsync, isPending } = action === 'withdraw' ? withdrawal : resending;
  const [failure, setFailure] = useState<string>();
  const { title, question, button, done, failed } = texts[action];
  const showAddress = useAddressFormat();
  const values = { name: showAddress(user.username), email: showAddress(user.email) };
  // Awaits the promise, because the refetched list unmounts the row and drops the callbacks of `mutate`.
  const confirm = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await mutateAsync(user.id);
    } catch (error) {
      setFailure(appendReason(t(failed), error));
      return;
    }
    notify.success(t(done, values));
    onClose();
    onDone?.();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t(title, values)}
      confirmLabel={t(button)}
      cancelLabel={t('invitation.cancel')}
      isDestructive={action === 'withdraw'}
      isRunning={isPending}
      error={failure}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {t(question, values)}
    </ConfirmDialog>
  );
};
