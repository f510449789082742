import { Button, EmptyState, Notice } from '@obieg/ui';
import { DataTable } from '@obieg/ui/lists';
import { useMemo, useState } from 'react';
import { useCreateWebhook, useWebhooks } from '../../api/webhooks.api';
import { ConnectionsFrame } from '../../connections/ConnectionsFrame';
import { LoadFailure } from '../../failures/LoadFailure';
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

interface NewWebhookProps {
  onCreated: (secret: string) => void;
  onClose: () => void;
}

/** Each opened form has an idempotency key of its own. */
const NewWebhook = ({ onCreated, onClose }: NewWebhookProps) => {
  const { mutateAsync: create } = useCreateWebhook();
  return (
    <WebhookFormModal save={async (input) => onCreated((await create(input)).secret)} onClose={onClose} />
  );
};

/** Lists the organization's webhooks, which report changes of tasks to other systems. */
export const Component = () => {
  const t = useAdminMessages();
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  const startAdding = (): void => {
    setSecret(undefined);
    setIsAdding(true);
  };
  return (
    <ConnectionsFrame
      current="webhooks"
      actions={
        <Button variant="primary" icon="add" onClick={startAdding}>
          {t('webhooks.new')}
        </Button>
      }
    >
      {secret === undefined ? null : <SecretNotice secret={secret} />}
      <WebhookList onAdd={startAdding} />
      {isAdding ? <NewWebhook onCreated={setSecret} onClose={() => setIsAdding(false)} /> : null}
    </ConnectionsFrame>
  );
};
