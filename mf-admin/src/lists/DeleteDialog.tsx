import { Stack, Text } from '@obieg/ui';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { type ReactNode, useState } from 'react';
import type { useDeleteGroup } from '../api/groups.api';
import { isPreconditionFailed } from '../api/optimistic-concurrency';
import { appendReason, getRejectionReason } from '../failures/rejection';
import { useAdminMessages } from '../i18n/messages';

interface DeleteDialogProps {
  /** The item to delete. The dialog is closed while it is undefined. */
  item: { id: number; name: string } | undefined;
  /** ETag of the displayed revision. Lists do not have one. */
  etag?: string | undefined;
  /** Section of the message catalogue that holds the texts. */
  texts: 'groups' | 'parameters' | 'scenarios' | 'statuses' | 'transitions';
  deletion: ReturnType<typeof useDeleteGroup>;
  /** Replaces the text for a failure by the server's reason, if any. The default appends the reason. */
  isReasonEnough?: boolean;
  /** Called after the deletion. The default is `onClose`. */
  onDeleted?: () => void;
  onClose: () => void;
  /** What the deletion of the item affects. */
  children?: ReactNode;
}

/** Confirms the deletion of a named item and shows the reason if the server rejects it (spec 2 §2). */
export const DeleteDialog = ({
  item,
  etag,
  texts,
  deletion,
  isReasonEnough = false,
  onDeleted,
  onClose,
  children,
}: DeleteDialogProps) => {
  const t = useAdminMessages();
  const [failure, setFailure] = useState<string>();
  const close = (): void => {
    setFailure(undefined);
    onClose();
  };
  const describe = (error: unknown): string => {
    if (isPreconditionFailed(error)) return t('outdated.delete');
    const text = t(`${texts}.deleteFailed`);
    return isReasonEnough ? (getRejectionReason(error) ?? text) : appendReason(text, error);
  };
  return (
    <ConfirmDialog
      isOpen={item !== undefined}
      title={t(`${texts}.deleteTitle`, { name: item?.name ?? '' })}
      confirmLabel={t(`${texts}.deleteButton`)}
      cancelLabel={t(`${texts}.cancel`)}
      isRunning={deletion.isPending}
      error={failure}
      onConfirm={() => {
        setFailure(undefined);
        if (item)
          deletion.mutate(
            { id: item.id, etag },
            { onSuccess: onDeleted ?? close, onError: (error) => setFailure(describe(error)) },
          );
      }}
      onCancel={close}
    >
      {children ? (
        <Stack>
          <Text>{t(`${texts}.deleteQuestion`)}</Text>
          {children}
        </Stack>
      ) : (
        t(`${texts}.deleteQuestion`)
      )}
    </ConfirmDialog>
  );
};
