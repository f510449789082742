import type { RemoteDelivery } from '@obieg/contracts';
import { Button, Form, Loading, SkeletonLines } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { Controller, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { useReleaseHistory } from '../../api/delivery.api';
import { useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { type ReleaseChange, suggestRollback } from './release-change';
import { VersionField } from './VersionField';

interface RollbackDialogProps {
  remote: RemoteDelivery;
  onContinue: (change: ReleaseChange) => void;
  onClose: () => void;
}

/** The suggested version until the user chooses another. */
const schema = z.object({ chosen: z.string().nullable() });

/** Chooses the version to return to. Suggests the previous one; without the history the user chooses. */
export const RollbackDialog = ({ remote, onContinue, onClose }: RollbackDialogProps) => {
  const t = useAdminMessages();
  const { id, stable, versions } = remote;
  const { data: history, isPending } = useReleaseHistory(id);
  const suggestion = suggestRollback(history ?? [], remote) ?? '';
  const form = useSaveForm({
    schema,
    defaultValues: { chosen: null },
    onSaved: ({ chosen }) => onContinue({ kind: 'rollback', version: chosen ?? suggestion }),
  });
  const { control } = form.form;
  const version = useWatch({ control, name: 'chosen' }) ?? suggestion;
  return (
    <Modal isOpen onClose={onClose} title={t('delivery.confirmTitle.rollback', { id })}>
      <Form {...form.formProps}>
        {isPending ? (
          <Loading>
            <SkeletonLines lines={2} />
          </Loading>
        ) : (
          <Controller
            control={control}
            name="chosen"
            render={({ field: { onChange } }) => (
              <VersionField
                versions={versions.filter((published) => published.version !== stable?.version)}
                value={version}
                onChange={onChange}
              />
            )}
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
