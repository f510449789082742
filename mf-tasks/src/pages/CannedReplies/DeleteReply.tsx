import type { CannedReply } from '@obieg/contracts';
import { ConfirmAction } from '@obieg/ui/overlays';
import { describeError, isApiError, notify } from '@obieg/web-kit';
import { useDeleteReply } from '../../canned-replies/canned-replies.api';
import { useTaskMessages } from '../../i18n/messages';

interface DeleteReplyProps {
  reply: CannedReply;
  onClose: () => void;
}

const DeleteReply = ({ reply, onClose }: DeleteReplyProps) => {
  const t = useTaskMessages();
  const { mutateAsync } = useDeleteReply();
  const remove = async (): Promise<void> => {
    try {
      await mutateAsync(reply);
    } catch (error) {
      const isDeletedByOther = isApiError(error) && error.status === 404;
      if (!isDeletedByOther) throw error;
    }
    notify.success(t('replies.deleted', { name: reply.name }));
  };
  return (
    <ConfirmAction
      title={t('replies.delete')}
      confirmLabel={t('replies.delete')}
      action={remove}
      describeFailure={(error) => t('replies.failed', { reason: describeError(error) })}
      onClose={onClose}
    >
      {t('replies.deleteQuestion', { name: reply.name })}
    </ConfirmAction>
  );
};

export default DeleteReply;
