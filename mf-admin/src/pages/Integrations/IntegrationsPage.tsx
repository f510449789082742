import { EmptyState } from '@obieg/ui';
import { DataTable } from '@obieg/ui/lists';
import { useMemo } from 'react';
import { useIntegrations } from '../../api/integrations.api';
import { ConnectionsFrame } from '../../connections/ConnectionsFrame';
import { LoadFailure } from '../../failures/LoadFailure';
import { useAdminMessages } from '../../i18n/messages';
import { createIntegrationColumns } from './integration-columns';

const IntegrationList = () => {
  const t = useAdminMessages();
  const { data, error, isFetching, refetch } = useIntegrations();
  const columns = useMemo(() => createIntegrationColumns(t), [t]);
  return (
    <DataTable
      label={t('connections.sections.integrations')}
      columns={columns}
      rows={data}
      rowKey={({ id }) => id}
      isRefreshing={isFetching}
      empty={
        <EmptyState icon="connections" title={t('integrations.empty')}>
          {t('integrations.emptyHelp')} <a href="/api/docs">{t('integrations.docs')}</a>
        </EmptyState>
      }
      error={
        error ? (
          <LoadFailure title={t('integrations.failed')} query={{ error, isFetching, refetch }} />
        ) : undefined
      }
    />
  );
};

/** Lists the organization's integrations: accounts without a password, for systems that call the API. */
export const Component = () => (
  <ConnectionsFrame current="integrations">
    <IntegrationList />
  </ConnectionsFrame>
);
