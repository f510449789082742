import type { WorkflowParameter } from '@obieg/contracts';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { useState } from 'react';
import { isPreconditionFailed } from '../api/optimistic-concurrency';
import { useDeleteParameter } from '../api/parameters.api';
import { getRejectionReason } from '../failures/rejection';
import { useAdminMessages } from '../i18n/messages';

interface DeleteParameterDialogProps {
  /** The parameter to delete. The dialog is closed while it is undefined. */
  parameter: WorkflowParameter | undefined;
  /** ETag of the displayed revision. The list does not have one. */
  etag?: string | undefined;
  onDeleted: () => void;
  onCancel: () => void;
}

/** Confirms the deletion and shows the server's reason if the parameter is still in use (spec 2 §2). */
export const DeleteParameterDialog = ({
  parameter,
  etag,
  onDeleted,
  onCancel,
}: DeleteParameterDialogProps) => {
  const t = useAdminMessages();
  const { mutate: remove, isPending } = useDeleteParameter();
  const [failure, setFailure] = useState<string>();
  const describe = (error: unknown): string =>
    isPreconditionFailed(error)
      ? t('outdated.delete')
      : (getRejectionReason(error) ?? t('parameters.deleteFailed'));
  return (
    <ConfirmDialog
      isOpen={parameter !== undefined}
      title={t('parameters.deleteTitle', { name: parameter?.displayName ?? '' })}
      confirmLabel={t('parameters.deleteButton')}
      cancelLabel={t('parameters.cancel')}
      isRunning={isPending}
      error={failure}
      onConfirm={() => {
        setFailure(undefined);
        if (parameter)
          remove(
            { id: parameter.id, etag },
            { onSuccess: onDeleted, onError: (error) => setFailure(describe(error)) },
          );
      }}
      onCancel={() => {
        setFailure(undefined);
        onCancel();
      }}
    >
      {t('parameters.deleteQuestion')}
    </ConfirmDialog>
  );
};
