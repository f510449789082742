import { ConfirmAction } from '@obieg/ui/overlays';
import { describeError, notify } from '@obieg/web-kit';
import { useTaskMessages } from '../../../i18n/messages';
import { useDeleteComment } from './comments.api';
import type { CommentPartProps } from './EditComment';

interface DeleteCommentProps extends CommentPartProps {
  /** The comment, or only its earlier texts. */
  part?: 'comment' | 'versions';
}

const texts = { comment: 'task.comments.delete', versions: 'task.comments.deleteVersions' };

/** Confirms a deletion. After a conflict it stays open, and the next try deletes the shown text. */
export const DeleteComment = ({ taskId, comment, part = 'comment', onClose }: DeleteCommentProps) => {
  const t = useTaskMessages();
  const { mutateAsync } = useDeleteComment(taskId, part);
  const key = texts[part];
  const remove = async (): Promise<void> => {
    await mutateAsync(comment);
    notify.success(t(`${key}Done`));
  };
  return (
    <ConfirmAction
      title={t(`${key}Title`)}
      confirmLabel={t(key)}
      action={remove}
      describeFailure={(error) => t(`${key}Failed`, { reason: describeError(error) })}
      onClose={onClose}
    >
      {t(`${key}Text`)}
    </ConfirmAction>
  );
};

export default DeleteComment;
