import type { CannedReply } from '@obieg/contracts';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { isApiError, notify } from '@obieg/web-kit';
import { useDeleteReply } from '../../canned-replies/canned-replies.api';
import { describeError } from '../../failures/describe-error';
import { useTaskMessages } from '../../i18n/messages';

interface DeleteReplyProps {
  reply: CannedReply;
  onClose: () => void;
}

const DeleteReply = ({ reply, onClose }: DeleteReplyProps) => {
  const t = useTaskMessages();
  const { mutate, isPending, error } = useDeleteReply();
  const finish = (): void => {
    notify.success(t('replies.deleted', { name: reply.name }));
    onClose();
  };
  const remove = (): void =>
    mutate(reply, {
      onSuccess: finish,
      // Another operator was faster.
      onError: (failure) => {
        if (isApiError(failure) && failure.status === 404) finish();
      },
    });
  return (
    <ConfirmDialog
      isOpen
      title={t('replies.delete')}
      confirmLabel={t('replies.delete')}
      isRunning={isPending}
      error={error ? t('replies.failed', { reason: describeError(error, t) }) : undefined}
      onConfirm={remove}
      onCancel={onClose}
    >
      {t('replies.deleteQuestion', { name: reply.name })}
    </ConfirmDialog>
  );
};

export default DeleteReply;
