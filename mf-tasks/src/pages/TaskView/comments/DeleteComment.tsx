import { ConfirmAction } from '@obieg/ui/overlays';
import { notify } from '@obieg/web-kit';
import { describeError } from '../../../failures/describe-error';
import { useTaskMessages } from '../../../i18n/messages';
import { useDeleteComment } from './comments.api';
import type { CommentPartProps } from './EditComment';

/** Confirms the deletion of a comment. After a conflict it stays open, and the next try deletes the shown text. */
const DeleteComment = ({ taskId, comment, onClose }: CommentPartProps) => {
  const t = useTaskMessages();
  const { mutateAsync } = useDeleteComment(taskId);
  const remove = async (): Promise<void> => {
    await mutateAsync(comment);
    notify.success(t('task.comments.deleteDone'));
  };
  return (
    <ConfirmAction
      title={t('task.comments.deleteTitle')}
      confirmLabel={t('task.comments.delete')}
      action={remove}
      describeFailure={(error) => t('task.comments.deleteFailed', { reason: describeError(error, t) })}
      onClose={onClose}
    >
      {t('task.comments.deleteText')}
    </ConfirmAction>
  );
};

export default DeleteComment;
