import type { RemoteDelivery } from '@obieg/contracts';
import { Button, Form, Loading, SkeletonLines } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { type FormEvent, useState } from 'react';
import { useReleaseHistory } from '../../api/delivery.api';
import { useAdminMessages } from '../../i18n/messages';
import { type ReleaseChange, suggestRollback } from './release-change';
import { VersionField } from './VersionField';

interface RollbackDialogProps {
  remote: RemoteDelivery;
  onContinue: (change: ReleaseChange) => void;
  onClose: () => void;
}

/** Chooses the version to return to. Suggests the previous one; without the history the user chooses. */
export const RollbackDialog = ({ remote, onContinue, onClose }: RollbackDialogProps) => {
  const t = useAdminMessages();
  const { id, stable, versions } = remote;
  const { data: history, isPending } = useReleaseHistory(id);
  const [chosen, setChosen] = useState<string>();
  const version = chosen ?? suggestRollback(history ?? [], remote) ?? '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (version) onContinue({ kind: 'rollback', version });
  };
  return (
    <Modal isOpen onClose={onClose} title={t('delivery.confirmTitle.rollback', { id })}>
      <Form onSubmit={submit}>
        {isPending ? (
          <Loading>
            <SkeletonLines lines={2} />
          </Loading>
        ) : (
          <VersionField
            versions={versions.filter((published) => published.version !== stable?.version)}
            value={version}
            onChange={setChosen}
          />
        )}
        <ModalActions>
          <Button onClick={onClose}>{t('delivery.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!version}>
            {t('delivery.continue')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};
