import { ConfirmAction } from '@obieg/ui/overlays';
import { notify } from '@obieg/web-kit';
import { describeError } from '../../../failures/describe-error';
import { useTaskMessages } from '../../../i18n/messages';
import { useDeleteVersions } from './comments.api';
import type { CommentPartProps } from './EditComment';

/** Confirms the deletion of a comment's earlier texts. */
export const DeleteVersions = ({ taskId, comment, onClose }: CommentPartProps) => {
  const t = useTaskMessages();
  const { mutateAsync } = useDeleteVersions(taskId);
  const remove = async (): Promise<void> => {
    await mutateAsync(comment);
    notify.success(t('task.comments.deleteVersionsDone'));
  };
  return (
    <ConfirmAction
      title={t('task.comments.deleteVersionsTitle')}
      confirmLabel={t('task.comments.deleteVersions')}
      action={remove}
      describeFailure={(error) =>
        t('task.comments.deleteVersionsFailed', { reason: describeError(error, t) })
      }
      onClose={onClose}
    >
      {t('task.comments.deleteVersionsText')}
    </ConfirmAction>
  );
};
