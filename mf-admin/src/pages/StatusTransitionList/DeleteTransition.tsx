import type { StatusTransition } from '@obieg/contracts';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { useState } from 'react';
import { useAdminMessages } from '../../messages';
import { withReason } from '../../refusal';
import { useDeleteTransition } from '../../transitions.api';

interface DeleteTransitionProps {
  /** Undefined: nothing is asked. */
  transition: StatusTransition | undefined;
  onClose: () => void;
}

/** Asks, by name, before a transition is deleted (spec 2 §2). */
export const DeleteTransition = ({ transition, onClose }: DeleteTransitionProps) => {
  const t = useAdminMessages();
  const { mutate: remove, isPending } = useDeleteTransition();
  const [failure, setFailure] = useState<string>();
  const close = (): void => {
    setFailure(undefined);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={transition !== undefined}
      title={t('transitions.deleteTitle', { name: transition?.name ?? '' })}
      confirmLabel={t('transitions.deleteButton')}
      cancelLabel={t('transitions.cancel')}
      isRunning={isPending}
      error={failure}
      onConfirm={() =>
        transition &&
        remove(transition.id, {
          onSuccess: close,
          onError: (error) => setFailure(withReason(t('transitions.deleteFailed'), error)),
        })
      }
      onCancel={close}
    >
      {t('transitions.deleteQuestion')}
    </ConfirmDialog>
  );
};
