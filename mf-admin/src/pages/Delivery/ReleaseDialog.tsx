import type { RemoteDelivery } from '@obieg/contracts';
import { Button, Form, Text } from '@obieg/ui';
import { ViewSwitch } from '@obieg/ui/lists';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { type FormEvent, useState } from 'react';
import { useAdminMessages } from '../../i18n/messages';
import { AudienceFields } from './AudienceFields';
import { emptyAudience, parseAudience, toInput } from './audience-input';
import { type ReleaseChange, shortenVersion } from './release-change';
import { VersionField } from './VersionField';

interface ReleaseDialogProps {
  remote: RemoteDelivery;
  /** Changes the audience of the running canary instead of choosing a version. */
  isWidening: boolean;
  onContinue: (change: ReleaseChange) => void;
  onClose: () => void;
}

type Target = 'everybody' | 'canary';

/** Chooses a version and who gets it. */
export const ReleaseDialog = ({ remote, isWidening, onContinue, onClose }: ReleaseDialogProps) => {
  const t = useAdminMessages();
  const { id, stable, versions } = remote;
  // The version and the audience of the dialog's start: the list may change behind it.
  const [canary] = useState(isWidening ? remote.canary : null);
  const [version, setVersion] = useState(canary?.version ?? '');
  const [target, setTarget] = useState<Target>(canary ? 'canary' : 'everybody');
  const [audience, setAudience] = useState(canary ? toInput(canary) : emptyAudience);
  const [isChecked, setIsChecked] = useState(false);
  const parsed = parseAudience(audience);
  const problem = target === 'canary' && typeof parsed === 'string' ? t(parsed) : undefined;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsChecked(true);
    if (!version || problem) return;
    onContinue(
      target === 'canary' && typeof parsed === 'object'
        ? { kind: 'canary', version, audience: parsed }
        : { kind: 'release', version },
    );
  };
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t(isWidening ? 'delivery.confirmTitle.widen' : 'delivery.confirmTitle.release', { id })}
    >
      <Form onSubmit={submit}>
        {canary ? (
          <Text>{t('delivery.canaryVersion', { version: shortenVersion(canary.version) })}</Text>
        ) : (
          <>
            <VersionField
              versions={versions.filter((published) => published.version !== stable?.version)}
              value={version}
              onChange={setVersion}
            />
            <ViewSwitch
              label={t('delivery.audience')}
              options={[
                { value: 'everybody', label: t('delivery.everybody'), icon: 'users' },
                { value: 'canary', label: t('delivery.someOrganizations'), icon: 'adjustments' },
              ]}
              value={target}
              onChange={setTarget}
            />
          </>
        )}
        {target === 'canary' ? (
          <AudienceFields value={audience} onChange={setAudience} error={isChecked ? problem : undefined} />
        ) : null}
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
