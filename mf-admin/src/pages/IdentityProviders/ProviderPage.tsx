import { type IdentityProvider, providerLogoutPath } from '@obieg/contracts';
import { Button, Card, CopyButton, DetailList, Group, PageHead, Stack, Text } from '@obieg/ui';
import { ConfirmAction } from '@obieg/ui/overlays';
import { isPreconditionFailed, notify, useNavigate } from '@obieg/web-kit';
import { useState } from 'react';
import { useGroupNames } from '../../api/groups.api';
import {
  useDeleteIdentityProvider,
  useIdentityProvider,
  useIdentityProviders,
} from '../../api/identity-providers.api';
import { ConnectionPage } from '../../connections/ConnectionPage';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { listRoles, nameRole } from '../../members/role-names';
import { ProviderDomains } from './ProviderDomains';
import { ProviderState } from './ProviderState';
import { ProviderTest } from './ProviderTest';
import { listAddress, pageAddress } from './provider-texts';
import classes from './providers.module.css';

interface ProviderProps {
  provider: IdentityProvider;
}

/** Addresses to enter at the provider. */
const Addresses = ({ provider: { id } }: ProviderProps) => {
  const t = useAdminMessages();
  const { data } = useIdentityProviders();
  const logoutAddress = data && new URL(providerLogoutPath(id), data.callbackAddress).href;
  const show = (value: string | undefined) =>
    value === undefined ? (
      '-'
    ) : (
      <Group gap="xs">
        <code className={classes['code']}>{value}</code>
        <CopyButton value={value} label={t('providers.copyAddress')} />
      </Group>
    );
  return (
    <Card title={t('providers.addresses')}>
      <Stack>
        <Text>{t('providers.addressesHelp')}</Text>
        <DetailList
          items={[
            { label: t('providers.callbackAddress'), value: show(data?.callbackAddress) },
            { label: t('providers.signedOutAddress'), value: show(data?.signedOutAddress) },
            { label: t('providers.logoutAddress'), value: show(logoutAddress) },
          ]}
        />
      </Stack>
    </Card>
  );
};

const Facts = ({ provider }: ProviderProps) => {
  const t = useAdminMessages();
  const nameGroup = useGroupNames();
  const { issuer, clientId, defaultRoles, groupsClaim, groupMapping, roleMapping } = provider;
  const mapping = [
    ...groupMapping.map(({ value, groupId }) => `${value} → ${nameGroup(groupId)}`),
    ...roleMapping.map(({ value, role }) => `${value} → ${nameRole(t, role)}`),
  ];
  return (
    <Card>
      <DetailList
        items={[
          { label: t('providers.issuer'), value: issuer },
          { label: t('providers.clientId'), value: clientId },
          { label: t('providers.defaultRoles'), value: listRoles(t, defaultRoles) },
          { label: t('providers.groupsClaim'), value: groupsClaim },
          { label: t('providers.mapping'), value: mapping.join(', ') || '-' },
          {
            label: t('providers.isRequired'),
            value: t(provider.isRequired ? 'providers.yes' : 'providers.no'),
          },
        ]}
      />
    </Card>
  );
};

const DeletionDialog = ({ provider, onClose }: ProviderProps & { onClose: () => void }) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const { mutateAsync: remove } = useDeleteIdentityProvider(provider, () => navigate(listAddress));
  return (
    <ConfirmAction
      title={t('providers.deleteTitle')}
      confirmLabel={t('providers.deleteButton')}
      isDestructive
      action={async () => {
        await remove(undefined);
        notify.success(t('providers.deleted'));
      }}
      describeFailure={(error) =>
        isPreconditionFailed(error)
          ? t('providers.outdated')
          : appendReason(t('providers.deleteFailed'), error)
      }
      onClose={onClose}
    >
      {t('providers.deleteQuestion')}
    </ConfirmAction>
  );
};

const Loaded = ({ provider }: ProviderProps) => {
  const t = useAdminMessages();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      <PageHead
        title={provider.name}
        breadcrumb={[{ label: t('providers.title'), to: listAddress }, { label: provider.name }]}
        badges={<ProviderState provider={provider} />}
        actions={
          <>
            <Button icon="delete" onClick={() => setIsDeleting(true)}>
              {t('providers.delete')}
            </Button>
            <Button variant="primary" icon="edit" to={`${pageAddress(provider.id)}/edit`}>
              {t('providers.edit')}
            </Button>
          </>
        }
      />
      <Facts provider={provider} />
      <Addresses provider={provider} />
      <ProviderDomains provider={provider} />
      <ProviderTest provider={provider} />
      {isDeleting ? <DeletionDialog provider={provider} onClose={() => setIsDeleting(false)} /> : null}
    </>
  );
};

/** Shows an identity provider with its domains and its test. */
export const Component = () => {
  const t = useAdminMessages();
  return (
    <ConnectionPage
      title={t('providers.title')}
      listAddress={listAddress}
      useConnection={useIdentityProvider}
      nameOf={({ name }) => name}
      failedText={t('providers.oneFailed')}
      backText={t('providers.back')}
    >
      {(provider) => <Loaded provider={provider} />}
    </ConnectionPage>
  );
};
