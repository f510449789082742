import type { WorkflowStatus } from '@obieg/contracts';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { useState } from 'react';
import { isPreconditionFailed } from '../api/optimistic-concurrency';
import { useDeleteStatus } from '../api/statuses.api';
import { getRejectionReason } from '../failures/rejection';
import { useAdminMessages } from '../i18n/messages';

interface DeleteStatusDialogProps {
  /** The status to delete. The dialog is closed while it is undefined. */
  status: WorkflowStatus | undefined;
  /** ETag of the displayed revision. The list does not have one. */
  etag?: string | undefined;
  onDeleted: () => void;
  onCancel: () => void;
}

/** Confirms the deletion and shows the server's reason if a transition or task still uses the status (spec 2 §2). */
export const DeleteStatusDialog = ({ status, etag, onDeleted, onCancel }: DeleteStatusDialogProps) => {
  const t = useAdminMessages();
  const { mutate: remove, isPending } = useDeleteStatus();
  const [failure, setFailure] = useState<string>();
  const describe = (error: unknown): string =>
    isPreconditionFailed(error)
      ? t('outdated.delete')
      : (getRejectionReason(error) ?? t('statuses.deleteFailed'));
  return (
    <ConfirmDialog
      isOpen={status !== undefined}
      title={t('statuses.deleteTitle', { name: status?.name ?? '' })}
      confirmLabel={t('statuses.deleteButton')}
      cancelLabel={t('statuses.cancel')}
      isRunning={isPending}
      error={failure}
      onConfirm={() => {
        setFailure(undefined);
        if (status)
          remove(
            { id: status.id, etag },
            { onSuccess: onDeleted, onError: (error) => setFailure(describe(error)) },
          );
      }}
      onCancel={() => {
        setFailure(undefined);
        onCancel();
      }}
    >
      {t('statuses.deleteQuestion')}
    </ConfirmDialog>
  );
};
