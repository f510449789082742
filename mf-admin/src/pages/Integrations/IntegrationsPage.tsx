import { Button, EmptyState, Notice } from '@obieg/ui';
import { DataTable } from '@obieg/ui/lists';
import { useMemo, useState } from 'react';
import { useIntegrations } from '../../api/integrations.api';
import { ConnectionsFrame } from '../../connections/ConnectionsFrame';
import { LoadFailure } from '../../failures/LoadFailure';
import { useAdminMessages } from '../../i18n/messages';
import { createIntegrationColumns } from './integration-columns';
import { NewIntegrationModal } from './NewIntegrationModal';

const IntegrationList = ({ onAdd }: { onAdd: () => void }) => {
  const t = useAdminMessages();
  const { data, error, isFetching, refetch } = useIntegrations();
  const columns = useMemo(() => createIntegrationColumns(t), [t]);
  return (
    <>
      {error && data ? <Notice tone="danger">{t('integrations.failed')}</Notice> : null}
      <DataTable
        label={t('connections.sections.integrations')}
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/connections/integrations/${id}`}
        isRefreshing={isFetching}
        empty={
          <EmptyState
            icon="connections"
            title={t('integrations.empty')}
            action={
              <Button icon="add" onClick={onAdd}>
                {t('integrations.new')}
              </Button>
            }
          >
            {t('integrations.emptyHelp')} <a href="/api/docs">{t('integrations.docs')}</a>
          </EmptyState>
        }
        error={
          error ? (
            <LoadFailure title={t('integrations.failed')} query={{ error, isFetching, refetch }} />
          ) : undefined
        }
      />
    </>
  );
};

/** Lists the organization's integrations: accounts without a password, for systems that call the API. */
export const Component = () => {
  const t = useAdminMessages();
  const [isAdding, setIsAdding] = useState(false);
  const startAdding = (): void => setIsAdding(true);
  return (
    <ConnectionsFrame
      current="integrations"
      actions={
        <Button variant="primary" icon="add" onClick={startAdding}>
          {t('integrations.new')}
        </Button>
      }
    >
      <IntegrationList onAdd={startAdding} />
      {isAdding ? <NewIntegrationModal onClose={() => setIsAdding(false)} /> : null}
    </ConnectionsFrame>
  );
};
