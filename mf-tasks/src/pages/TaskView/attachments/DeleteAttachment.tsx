import type { Attachment } from '@obieg/contracts';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { notify } from '@obieg/web-kit';
import { useState } from 'react';
import { describeError } from '../../../failures/describe-error';
import { useTaskMessages } from '../../../i18n/messages';
import { useDeleteAttachment } from './attachments.api';

interface DeleteAttachmentProps {
  taskId: number;
  attachment: Attachment;
  onClose: () => void;
}

/** Confirms the deletion of a file, which cannot be undone. */
const DeleteAttachment = ({ taskId, attachment, onClose }: DeleteAttachmentProps) => {
  const t = useTaskMessages();
  const { mutateAsync, isPending } = useDeleteAttachment(taskId);
  const [failure, setFailure] = useState<string>();
  const { originalFilename: name } = attachment;
  const remove = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await mutateAsync(attachment);
      notify.success(t('attachments.deleted', { name }));
      onClose();
    } catch (error) {
      setFailure(t('attachments.deleteFailed', { reason: describeError(error, t) }));
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('attachments.deleteTitle')}
      confirmLabel={t('attachments.deleteButton')}
      cancelLabel={t('task.cancel')}
      isRunning={isPending}
      error={failure}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {t('attachments.deleteText', { name })}
    </ConfirmDialog>
  );
};

export default DeleteAttachment;
