import type { RemoteDelivery } from '@obieg/contracts';
import { Notice, Stack, Text } from '@obieg/ui';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { isPreconditionFailed, notify } from '@obieg/web-kit';
import { useState } from 'react';
import { useChangeDelivery } from '../../api/delivery.api';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { describeLastChange } from './describe-history';
import { describeChange, isPossible, type ReleaseChange, toRequest } from './release-change';

interface ConfirmChangeDialogProps {
  /** The newest known state. It may change while the dialog is open. */
  remote: RemoteDelivery;
  change: ReleaseChange;
  onClose: () => void;
}

/**
 * Says what a change will do and makes it after confirmation. If another change comes first, shows it and asks again:
 * the button first acknowledges the new state, so that a click meant for the old state changes nothing.
 */
export const ConfirmChangeDialog = ({ remote, change, onClose }: ConfirmChangeDialogProps) => {
  const t = useAdminMessages();
  const [seenRevision, setSeenRevision] = useState(remote.revision);
  const [failure, setFailure] = useState<string>();
  const { mutateAsync, isPending } = useChangeDelivery(remote.id);
  const isOutdated = !isPending && remote.revision !== seenRevision;

  const submit = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await mutateAsync({ request: toRequest(change), revision: seenRevision });
      notify.success(t(`delivery.done.${change.kind}`, { id: remote.id }));
      onClose();
    } catch (error) {
      setFailure(
        isPreconditionFailed(error)
          ? t('delivery.outdated')
          : appendReason(t('delivery.changeFailed'), error),
      );
    }
  };
  const acknowledge = (): void => {
    setFailure(undefined);
    if (isPossible(remote, change)) setSeenRevision(remote.revision);
    else onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t(`delivery.confirmTitle.${change.kind}`, { id: remote.id })}
      confirmLabel={t(isOutdated ? 'delivery.acknowledge' : `delivery.confirm.${change.kind}`)}
      cancelLabel={t('delivery.cancel')}
      isDestructive={false}
      isRunning={isPending}
      error={isOutdated ? undefined : failure}
      onConfirm={isOutdated ? acknowledge : () => void submit()}
      onCancel={onClose}
    >
      <Stack gap="xs">
        {isOutdated ? (
          <Notice tone="warning" title={t('delivery.outdated')}>
            {remote.lastChange ? describeLastChange(remote.lastChange, t) : null}
          </Notice>
        ) : null}
        {describeChange(remote, change, t).map((sentence) => (
          <Text key={sentence}>{sentence}</Text>
        ))}
      </Stack>
    </ConfirmDialog>
  );
};
