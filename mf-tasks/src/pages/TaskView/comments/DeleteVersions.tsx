import { ConfirmDialog } from '@obieg/ui/overlays';
import { notify } from '@obieg/web-kit';
import { useState } from 'react';
import { describeError } from '../../../failures/describe-error';
import { useTaskMessages } from '../../../i18n/messages';
import { useDeleteVersions } from './comments.api';
import type { CommentPartProps } from './EditComment';

/** Confirms the deletion of a comment's earlier texts. */
export const DeleteVersions = ({ taskId, comment, onClose }: CommentPartProps) => {
  const t = useTaskMessages();
  const { mutateAsync, isPending } = useDeleteVersions(taskId);
  const [failure, setFailure] = useState<string>();
  const remove = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await mutateAsync(comment);
      notify.success(t('task.comments.deleteVersionsDone'));
      onClose();
    } catch (error) {
      setFailure(t('task.comments.deleteVersionsFailed', { reason: describeError(error, t) }));
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('task.comments.deleteVersionsTitle')}
      confirmLabel={t('task.comments.deleteVersions')}
      cancelLabel={t('task.cancel')}
      isRunning={isPending}
      error={failure}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {t('task.comments.deleteVersionsText')}
    </ConfirmDialog>
  );
};
