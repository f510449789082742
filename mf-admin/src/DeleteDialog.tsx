import { ConfirmDialog } from '@obieg/ui/overlays';
import { useState } from 'react';
import type { useDeleteGroup } from './groups.api';
import { useAdminMessages } from './messages';
import { appendReason } from './rejection';

interface DeleteDialogProps {
  /** Undefined: nothing is asked. */
  asked: { id: number; name: string } | undefined;
  /** Where its words stand in the catalogue. */
  texts: 'groups' | 'transitions';
  deletion: ReturnType<typeof useDeleteGroup>;
  onClose: () => void;
}

/** Asks, by name, before something is deleted, and says why it was not (spec 2 §2). */
export const DeleteDialog = ({ asked, texts, deletion, onClose }: DeleteDialogProps) => {
  const t = useAdminMessages();
  const [failure, setFailure] = useState<string>();
  const close = (): void => {
    setFailure(undefined);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={asked !== undefined}
      title={t(`${texts}.deleteTitle`, { name: asked?.name ?? '' })}
      confirmLabel={t(`${texts}.deleteButton`)}
      cancelLabel={t(`${texts}.cancel`)}
      isRunning={deletion.isPending}
      error={failure}
      onConfirm={() =>
        asked &&
        deletion.mutate(asked.id, {
          onSuccess: close,
          onError: (error) => setFailure(appendReason(t(`${texts}.deleteFailed`), error)),
        })
      }
      onCancel={close}
    >
      {t(`${texts}.deleteQuestion`)}
    </ConfirmDialog>
  );
};
