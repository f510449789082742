import { ConfirmDialog } from '@obieg/ui/overlays';
import { useState } from 'react';
import type { useDeleteGroup } from '../api/groups.api';
import { appendReason } from '../failures/rejection';
import { useAdminMessages } from '../i18n/messages';

interface DeleteDialogProps {
  /** The item to delete. The dialog is closed while it is undefined. */
  item: { id: number; name: string } | undefined;
  /** Section of the message catalogue that holds the texts. */
  texts: 'groups' | 'transitions' | 'scenarios';
  deletion: ReturnType<typeof useDeleteGroup>;
  onClose: () => void;
}

/** Confirms the deletion of a named item and shows the reason if the server rejects it (spec 2 §2). */
export const DeleteDialog = ({ item, texts, deletion, onClose }: DeleteDialogProps) => {
  const t = useAdminMessages();
  const [failure, setFailure] = useState<string>();
  const close = (): void => {
    setFailure(undefined);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={item !== undefined}
      title={t(`${texts}.deleteTitle`, { name: item?.name ?? '' })}
      confirmLabel={t(`${texts}.deleteButton`)}
      cancelLabel={t(`${texts}.cancel`)}
      isRunning={deletion.isPending}
      error={failure}
      onConfirm={() =>
        item &&
        deletion.mutate(item.id, {
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
