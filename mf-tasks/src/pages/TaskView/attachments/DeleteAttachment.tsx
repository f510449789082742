import type { Attachment } from '@obieg/contracts';
import { ConfirmAction } from '@obieg/ui/overlays';
import { describeError, notify } from '@obieg/web-kit';
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
  const { mutateAsync } = useDeleteAttachment(taskId);
  const { originalFilename: name } = attachment;
  const remove = async (): Promise<void> => {
    await mutateAsync(attachment);
    notify.success(t('attachments.deleted', { name }));
  };
  return (
    <ConfirmAction
      title={t('attachments.deleteTitle')}
      confirmLabel={t('attachments.deleteButton')}
      action={remove}
      describeFailure={(error) => t('attachments.deleteFailed', { reason: describeError(error) })}
      onClose={onClose}
    >
      {t('attachments.deleteText', { name })}
    </ConfirmAction>
  );
};

export default DeleteAttachment;
