import type { RemoteDelivery } from '@obieg/contracts';
import { Button, Form, Text } from '@obieg/ui';
import { ViewSwitch } from '@obieg/ui/lists';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { AudienceFields } from './AudienceFields';
import { releaseSchema, toReleaseValues } from './audience-input';
import { type ReleaseChange, shortenVersion } from './release-change';
import { VersionField } from './VersionField';

interface ReleaseDialogProps {
  remote: RemoteDelivery;
  /** Changes the audience of the running canary instead of choosing a version. */
  isWidening: boolean;
  onContinue: (change: ReleaseChange) => void;
  onClose: () => void;
}

/** Chooses a version and who gets it. */
export const ReleaseDialog = ({ remote, isWidening, onContinue, onClose }: ReleaseDialogProps) => {
  const t = useAdminMessages();
  const { id, stable, versions } = remote;
  // The version and the audience of the dialog's start: the list may change behind it.
  const [canary] = useState(isWidening ? remote.canary : null);
  const form = useSaveForm({
    schema: releaseSchema,
    defaultValues: toReleaseValues(canary),
    onSaved: onContinue,
  });
  const { control } = form.form;
  const [version, target] = useWatch({ control, name: ['version', 'target'] });
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t(isWidening ? 'delivery.confirmTitle.widen' : 'delivery.confirmTitle.release', { id })}
    >
      <Form {...form.formProps}>
        {canary ? (
          <Text>{t('delivery.canaryVersion', { version: shortenVersion(canary.version) })}</Text>
        ) : (
          <>
            <Controller
              control={control}
              name="version"
              render={({ field: { value, onChange } }) => (
                <VersionField
                  versions={versions.filter((published) => published.version !== stable?.version)}
                  value={value}
                  onChange={onChange}
                />
              )}
            />
            <Controller
              control={control}
              name="target"
              render={({ field: { value, onChange } }) => (
                <ViewSwitch
                  label={t('delivery.audience')}
                  options={[
                    { value: 'everybody', label: t('delivery.everybody'), icon: 'users' },
                    { value: 'canary', label: t('delivery.someOrganizations'), icon: 'adjustments' },
                  ]}
                  value={value}
                  onChange={onChange}
                />
              )}
            />
          </>
        )}
        {target === 'canary' ? <AudienceFields form={form.form} /> : null}
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
