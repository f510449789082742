import type { IdentityProvider, ProviderDomain } from '@obieg/contracts';
import {
  Badge,
  Button,
  Card,
  CopyButton,
  DetailList,
  EmptyState,
  Group,
  Notice,
  Stack,
  Text,
} from '@obieg/ui';
import { getRejectionReason, usePermissions } from '@obieg/web-kit';
import { useState } from 'react';
import { useVerifyDomain } from '../../api/identity-providers.api';
import { useAdminMessages } from '../../i18n/messages';
import classes from './providers.module.css';

/** The record to add to the DNS. */
const TxtRecord = ({ domain }: { domain: ProviderDomain }) => {
  const t = useAdminMessages();
  const { recordName, recordValue } = domain;
  const show = (value: string, label: string) => (
    <Group gap="xs">
      <code className={classes['code']}>{value}</code>
      <CopyButton value={value} label={t(label)} />
    </Group>
  );
  return (
    <>
      <Text>{t('providers.recordHelp')}</Text>
      <DetailList
        items={[
          { label: t('providers.recordName'), value: show(recordName, 'providers.copyName') },
          { label: t('providers.recordValue'), value: show(recordValue, 'providers.copyValue') },
        ]}
      />
    </>
  );
};

const DomainItem = ({ providerId, domain }: { providerId: number; domain: ProviderDomain }) => {
  const t = useAdminMessages();
  const { canManageOrganizations } = usePermissions();
  const { mutateAsync, isPending } = useVerifyDomain(providerId);
  const [failure, setFailure] = useState<string>();
  const isVerified = domain.verifiedAt !== null;
  const verify = async (way: 'check' | 'confirm'): Promise<void> => {
    setFailure(undefined);
    try {
      await mutateAsync({ domain: domain.domain, way });
    } catch (error) {
      setFailure(getRejectionReason(error) ?? t('providers.checkFailed'));
    }
  };
  return (
    <li className={classes['domain']}>
      <Stack>
        <Group gap="xs">
          <strong>{domain.domain}</strong>
          <Badge tone={isVerified ? 'success' : 'warning'}>
            {t(isVerified ? 'providers.verified' : 'providers.notVerified')}
          </Badge>
        </Group>
        {isVerified ? null : <TxtRecord domain={domain} />}
        {failure === undefined ? null : <Notice tone="warning">{failure}</Notice>}
        {isVerified ? null : (
          <Group gap="xs">
            <Button icon="refresh" loading={isPending} onClick={() => void verify('check')}>
              {t('providers.checkNow')}
            </Button>
            {canManageOrganizations ? (
              <Button disabled={isPending} onClick={() => void verify('confirm')}>
                {t('providers.confirmDomain')}
              </Button>
            ) : null}
          </Group>
        )}
      </Stack>
    </li>
  );
};

/** Domains of a provider, each with the TXT record that proves it. */
export const ProviderDomains = ({ provider }: { provider: IdentityProvider }) => {
  const t = useAdminMessages();
  return (
    <Card title={t('providers.domains')}>
      {provider.domains.length === 0 ? (
        <EmptyState icon="security" title={t('providers.noDomains')}>
          {t('providers.noDomainsHelp')}
        </EmptyState>
      ) : (
        <ul className={classes['domains']} aria-label={t('providers.domains')}>
          {provider.domains.map((domain) => (
            <DomainItem key={domain.domain} providerId={provider.id} domain={domain} />
          ))}
        </ul>
      )}
    </Card>
  );
};
