import type { IdentityProvider } from '@obieg/contracts';
import { Button, EmptyState } from '@obieg/ui';
import { type Column, DataTable } from '@obieg/ui/lists';
import type { Translate } from '@obieg/web-kit';
import { useMemo } from 'react';
import { useIdentityProviders } from '../../api/identity-providers.api';
import { ConnectionsFrame } from '../../connections/ConnectionsFrame';
import { LoadFailure } from '../../failures/LoadFailure';
import { useAdminMessages } from '../../i18n/messages';
import { ProviderState } from './ProviderState';
import { listAddress, pageAddress } from './provider-texts';

const createColumns = (t: Translate): Column<IdentityProvider>[] => [
  { id: 'name', header: t('providers.name'), cell: ({ name }) => name, isMain: true },
  { id: 'issuer', header: t('providers.issuer'), cell: ({ issuer }) => issuer },
  {
    id: 'domains',
    header: t('providers.domains'),
    cell: ({ domains }) => domains.map(({ domain }) => domain).join(', ') || '-',
  },
  { id: 'state', header: t('providers.state'), cell: (provider) => <ProviderState provider={provider} /> },
];

const NewButton = ({ isPrimary = false }: { isPrimary?: boolean }) => {
  const t = useAdminMessages();
  return (
    <Button {...(isPrimary ? { variant: 'primary' as const } : {})} icon="add" to={`${listAddress}/new`}>
      {t('providers.new')}
    </Button>
  );
};

/** Lists the organization's identity providers. */
export const Component = () => {
  const t = useAdminMessages();
  const { data, error, isFetching, refetch } = useIdentityProviders();
  const columns = useMemo(() => createColumns(t), [t]);
  return (
    <ConnectionsFrame current="signIn" actions={<NewButton isPrimary />}>
      <DataTable
        label={t('providers.title')}
        columns={columns}
        rows={data?.providers}
        rowKey={({ id }) => id}
        rowHref={({ id }) => pageAddress(id)}
        isDimmed={({ isActive }) => !isActive}
        isRefreshing={isFetching}
        empty={
          <EmptyState icon="security" title={t('providers.empty')} action={<NewButton />}>
            {t('providers.emptyHelp')}
          </EmptyState>
        }
        error={
          error ? (
            <LoadFailure title={t('providers.failed')} query={{ error, isFetching, refetch }} />
          ) : undefined
        }
      />
    </ConnectionsFrame>
  );
};
