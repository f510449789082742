import type { Webhook } from '@obieg/contracts';
import { Button, Card, DateTime, DetailList, Notice, PageHead, Stack, Text } from '@obieg/ui';
import { ConfirmAction } from '@obieg/ui/overlays';
import { isPreconditionFailed, notify, type Translate, useNavigate } from '@obieg/web-kit';
import { useState } from 'react';
import {
  useChangeWebhook,
  useDeleteWebhook,
  useRotateSecret,
  useSwitchWebhook,
  useTestWebhook,
  useWebhook,
} from '../../api/webhooks.api';
import { ConnectionPage } from '../../connections/ConnectionPage';
import { appendReason } from '../../failures/rejection';
import { useAdminMessages } from '../../i18n/messages';
import { Deliveries } from './Deliveries';
import { SecretNotice } from './SecretNotice';
import { WebhookFormModal } from './WebhookFormModal';
import { WebhookState } from './WebhookState';
import { nameEvent } from './webhook-texts';

const listAddress = '/connections/webhooks';

interface WebhookProps {
  webhook: Webhook;
}

/** Says what keeps the webhook from sending. */
const Problems = ({ webhook }: WebhookProps) => {
  const t = useAdminMessages();
  const { switchedOffAt, failingSince, isIntegrationActive } = webhook;
  return (
    <>
      {switchedOffAt === null ? null : (
        <Notice tone="danger" title={t('webhooks.switchedOff')}>
          {t('webhooks.switchedOffHelp')}
        </Notice>
      )}
      {failingSince !== null && switchedOffAt === null ? (
        <Notice tone="warning" title={t('webhooks.failing')}>
          {t('webhooks.failingHelp')}
        </Notice>
      ) : null}
      {isIntegrationActive ? null : (
        <Notice tone="warning" title={t('webhooks.noIntegrationRoles')}>
          {t('webhooks.noIntegrationRolesHelp')}
        </Notice>
      )}
    </>
  );
};

const Facts = ({ webhook }: WebhookProps) => {
  const t = useAdminMessages();
  const { events, integrationName, createdAt, failingSince, previousSecretUntil } = webhook;
  const time = (label: string, value: string | null) =>
    value === null ? [] : [{ label, value: <DateTime value={value} /> }];
  return (
    <Card>
      <Stack>
        <DetailList
          items={[
            {
              label: t('webhooks.eventsLegend'),
              value: events.map((event) => nameEvent(t, event)).join(', '),
            },
            { label: t('webhooks.integration'), value: integrationName ?? '-' },
            ...time(t('webhooks.createdAt'), createdAt),
            ...time(t('webhooks.failingSince'), failingSince),
            ...time(t('webhooks.previousSecretUntil'), previousSecretUntil),
          ]}
        />
        <Text>{t('webhooks.sightHelp')}</Text>
      </Stack>
    </Card>
  );
};

/** Says why an action failed. A webhook that another user has saved is loaded again. */
const describeActionFailure = (t: Translate, error: unknown): string =>
  isPreconditionFailed(error) ? t('webhooks.outdated') : appendReason(t('webhooks.actionFailed'), error);

type DialogName = 'edit' | 'rotation' | 'deletion';

interface ActionsProps extends WebhookProps {
  onOpen: (dialog: DialogName) => void;
  onFailure: (text: string | undefined) => void;
}

const Actions = ({ webhook, onOpen, onFailure }: ActionsProps) => {
  const t = useAdminMessages();
  const test = useTestWebhook(webhook.id);
  const toggle = useSwitchWebhook(webhook);
  const { isActive } = webhook;
  const run = async (action: Promise<unknown>, doneText?: string): Promise<void> => {
    onFailure(undefined);
    try {
      await action;
      if (doneText !== undefined) notify.success(doneText);
    } catch (error) {
      onFailure(describeActionFailure(t, error));
    }
  };
  return (
    <>
      <Button icon="delete" onClick={() => onOpen('deletion')}>
        {t('webhooks.delete')}
      </Button>
      <Button icon="refresh" onClick={() => onOpen('rotation')}>
        {t('webhooks.rotate')}
      </Button>
      <Button icon="edit" onClick={() => onOpen('edit')}>
        {t('webhooks.edit')}
      </Button>
      <Button loading={toggle.isPending} onClick={() => void run(toggle.mutateAsync(!isActive))}>
        {t(isActive ? 'webhooks.switchOff' : 'webhooks.switchOn')}
      </Button>
      <Button
        variant="primary"
        icon="send"
        loading={test.isPending}
        onClick={() => void run(test.mutateAsync(undefined), t('webhooks.testQueued'))}
      >
        {t('webhooks.test')}
      </Button>
    </>
  );
};

interface DialogsProps extends WebhookProps {
  dialog: DialogName | undefined;
  onSecret: (secret: string) => void;
  onClose: () => void;
}

const Dialogs = ({ webhook, dialog, onSecret, onClose }: DialogsProps) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const { mutateAsync: change } = useChangeWebhook(webhook.id);
  const { mutateAsync: rotate } = useRotateSecret(webhook);
  const { mutateAsync: remove } = useDeleteWebhook(webhook, () => navigate(listAddress));
  if (dialog === 'edit')
    return (
      <WebhookFormModal webhook={webhook} save={(input, etag) => change({ input, etag })} onClose={onClose} />
    );
  if (dialog === 'rotation')
    return (
      <ConfirmAction
        title={t('webhooks.rotateTitle')}
        confirmLabel={t('webhooks.rotateButton')}
        isDestructive={false}
        action={async () => onSecret((await rotate(undefined)).secret)}
        describeFailure={(error) => describeActionFailure(t, error)}
        onClose={onClose}
      >
        {t('webhooks.rotateQuestion')}
      </ConfirmAction>
    );
  if (dialog === 'deletion')
    return (
      <ConfirmAction
        title={t('webhooks.deleteTitle')}
        confirmLabel={t('webhooks.deleteButton')}
        isDestructive
        action={async () => {
          await remove(undefined);
          notify.success(t('webhooks.deleted'));
        }}
        describeFailure={(error) => describeActionFailure(t, error)}
        onClose={onClose}
      >
        {t('webhooks.deleteQuestion')}
      </ConfirmAction>
    );
  return null;
};

const Loaded = ({ webhook }: WebhookProps) => {
  const t = useAdminMessages();
  const [dialog, setDialog] = useState<DialogName>();
  const [secret, setSecret] = useState<string>();
  const [failure, setFailure] = useState<string>();
  return (
    <>
      <PageHead
        title={webhook.url}
        breadcrumb={[{ label: t('webhooks.title'), to: listAddress }, { label: webhook.url }]}
        badges={<WebhookState webhook={webhook} />}
        actions={<Actions webhook={webhook} onOpen={setDialog} onFailure={setFailure} />}
      />
      {failure === undefined ? null : <Notice tone="danger">{failure}</Notice>}
      {secret === undefined ? null : <SecretNotice secret={secret} isRotated />}
      <Problems webhook={webhook} />
      <Facts webhook={webhook} />
      <Deliveries webhookId={webhook.id} />
      <Dialogs webhook={webhook} dialog={dialog} onSecret={setSecret} onClose={() => setDialog(undefined)} />
    </>
  );
};

/** Shows a webhook with its deliveries. */
export const Component = () => {
  const t = useAdminMessages();
  return (
    <ConnectionPage
      title={t('webhooks.title')}
      listAddress={listAddress}
      useConnection={useWebhook}
      nameOf={({ url }) => url}
      failedText={t('webhooks.oneFailed')}
      backText={t('webhooks.back')}
    >
      {(webhook) => <Loaded webhook={webhook} />}
    </ConnectionPage>
  );
};
