import type { WorkflowStatus } from '@obieg/contracts';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { useState } from 'react';
import { useAdminMessages } from '../../messages';
import { refusalOf } from '../../refusal';
import { isOutdated } from '../../revised';
import { useDeleteStatus } from '../../statuses.api';

interface DeleteStatusDialogProps {
  /** Undefined: nothing is asked. */
  status: WorkflowStatus | undefined;
  /** Of the revision that is shown, where one is. */
  tag?: string | undefined;
  onDeleted: () => void;
  onCancel: () => void;
}

/** Asks first, and says what holds the status when the server refuses (spec 2 §2). */
export const DeleteStatusDialog = ({ status, tag, onDeleted, onCancel }: DeleteStatusDialogProps) => {
  const t = useAdminMessages();
  const { mutate: remove, isPending } = useDeleteStatus();
  const [failure, setFailure] = useState<string>();
  const describe = (error: unknown): string =>
    isOutdated(error) ? t('outdated.delete') : (refusalOf(error) ?? t('statuses.deleteFailed'));
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
            { id: status.id, tag },
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
