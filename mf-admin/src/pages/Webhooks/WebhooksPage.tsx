import { Button, EmptyState, Notice, Page, PageHead } from '@obieg/ui';
import { DataTable } from '@obieg/ui/lists';
import { usePageTitle } from '@obieg/web-kit';
import { useMemo, useState } from 'react';
import { useCreateWebhook, useWebhooks } from '../../api/webhooks.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { RequireUserManager } from '../../guards/RequireUserManager';
import { useAdminMessages } from '../../i18n/messages';
import { SecretNotice } from './SecretNotice';
import { WebhookFormModal } from './WebhookFormModal';
import { createWebhookColumns } from './webhook-columns';

const WebhookList = ({ onAdd }: { onAdd: () => void }) => {
  const t = useAdminMessages();
  const { data, error, isFetching, refetch } = useWebhooks();
  const columns = useMemo(() => createWebhookColumns(t), [t]);
  return (
    <>
      {error && data ? <Notice tone="danger">{t('webhooks.failed')}</Notice> : null}
      <DataTable
        label={t('webhooks.title')}
        columns={columns}
        rows={data}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/connections/webhooks/${id}`}
        isDimmed={({ isActive }) => !isActive}
        isRefreshing={isFetching}
        empty={
          <EmptyState
            icon="send"
            title={t('webhooks.empty')}
            action={
              <Button icon="add" onClick={onAdd}>
                {t('webhooks.new')}
              </Button>
            }
          >
            {t('webhooks.emptyHelp')}
          </EmptyState>
        }
        error={
          error ? (
            <LoadFailure title={t('webhooks.failed')} query={{ error, isFetching, refetch }} />
          ) : undefined
        }
      />
    </>
  );
};

const Webhooks = () => {
  const t = useAdminMessages();
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const { mutateAsync: create } = useCreateWebhook();
  const startAdding = (): void => {
    setSecret(undefined);
    setIsAdding(true);
  };
  return (
    <Page>
      <PageHead
        title={t('webhooks.title')}
        lead={t('webhooks.lead')}
        actions={
          <Button variant="primary" icon="add" onClick={startAdding}>
            {t('webhooks.new')}
          </Button>
        }
      />
      {secret === undefined ? null : <SecretNotice secret={secret} />}
      <WebhookList onAdd={startAdding} />
      {isAdding ? (
        <WebhookFormModal
          save={async (input) => setSecret((await create(input)).secret)}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </Page>
  );
};

/** Lists the organization's webhooks, which report changes of tasks to other systems. */
export const Component = () => {
  const t = useAdminMessages();
  usePageTitle(t('webhooks.title'));
  return (
    <RequireUserManager title={t('webhooks.title')}>
      <Webhooks />
    </RequireUserManager>
  );
};
