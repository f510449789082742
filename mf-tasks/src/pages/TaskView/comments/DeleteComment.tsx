import { ConfirmDialog } from '@obieg/ui/overlays';
import { notify } from '@obieg/web-kit';
import { useState } from 'react';
import { describeError } from '../../../failures/describe-error';
import { useTaskMessages } from '../../../i18n/messages';
import { useDeleteComment } from './comments.api';
import type { CommentPartProps } from './EditComment';

/** Confirms the deletion of a comment. After a conflict it stays open, and the next try deletes the shown text. */
const DeleteComment = ({ taskId, comment, onClose }: CommentPartProps) => {
  const t = useTaskMessages();
  const { mutateAsync, isPending } = useDeleteComment(taskId);
  const [failure, setFailure] = useState<string>();
  const remove = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await mutateAsync(comment);
      notify.success(t('task.comments.deleteDone'));
      onClose();
    } catch (error) {
      setFailure(t('task.comments.deleteFailed', { reason: describeError(error, t) }));
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('task.comments.deleteTitle')}
      confirmLabel={t('task.comments.delete')}
      cancelLabel={t('task.cancel')}
      isRunning={isPending}
      error={failure}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {t('task.comments.deleteText')}
    </ConfirmDialog>
  );
};

export default DeleteComment;
