import { scimPath } from '@obieg/contracts/scim-path';
import {
  Card,
  CheckboxField,
  CopyButton,
  DetailList,
  QueryView,
  SkeletonLines,
  Stack,
  Text,
} from '@obieg/ui';
import { notify } from '@obieg/web-kit';
import { useState } from 'react';
import { useChangeScimSettings, useScimSettings } from '../../api/scim-settings.api';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import classes from './integration.module.css';

/** Entra ID sends requests of the standard only with this parameter. */
const entraParameter = '?aadOptscim062020';

const Code = ({ children }: { children: string }) => <code className={classes['address']}>{children}</code>;

const Invitations = () => {
  const t = useAdminMessages();
  const { mutateAsync: change, isPending } = useChangeScimSettings();
  const [failure, setFailure] = useState<string>();
  return (
    <QueryView
      query={useScimSettings()}
      failure={t('provisioning.settingsFailed')}
      skeleton={<SkeletonLines lines={1} />}
    >
      {({ entity: { sendsInvitations }, etag }) => (
        <CheckboxField
          label={t('provisioning.sendsInvitations')}
          help={t('provisioning.sendsInvitationsHelp')}
          error={failure}
          checked={sendsInvitations}
          onChange={() => {
            // A disabled checkbox would lose the focus.
            if (isPending) return;
            setFailure(undefined);
            change({ entity: { sendsInvitations: !sendsInvitations }, etag })
              .then(() => notify.success(t('provisioning.saved')))
              .catch((error: unknown) => setFailure(appendReason(t('provisioning.saveFailed'), error)));
          }}
        />
      )}
    </QueryView>
  );
};

/** What an administrator enters in an identity provider, so that it manages people and groups. */
export const Provisioning = () => {
  const t = useAdminMessages();
  const address = `${window.location.origin}${scimPath}`;
  return (
    <Card title={t('provisioning.title')}>
      <Stack>
        <Text muted>{t('provisioning.help')}</Text>
        <DetailList
          items={[
            {
              label: t('provisioning.address'),
              value: (
                <>
                  <Code>{address}</Code> <CopyButton value={address} label={t('provisioning.copy')} compact />
                </>
              ),
            },
            {
              label: 'Microsoft Entra ID',
              value: (
                <>
                  {t('provisioning.entra')} <Code>{`${address}${entraParameter}`}</Code>
                </>
              ),
            },
            { label: 'Okta', value: t('provisioning.okta') },
          ]}
        />
        <Invitations />
      </Stack>
    </Card>
  );
};
