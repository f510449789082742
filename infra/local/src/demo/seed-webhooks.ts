import type { Integrations, SaveWebhook, WebhookSecretResponse, WebhooksResponse } from '@obieg/contracts';
import { type DemoReceiver, unreachableUrl } from '../webhook-receiver';
import type { DemoClient } from './demo-client';
import type { DemoOrganization } from './demo-model';

const path = '/api/webhooks';

/**
 * Gives the organization with an integration a webhook whose messages arrive at the receiver, and one whose receiver is
 * gone. Precedes the tasks, so that both have deliveries.
 */
export const seedWebhooks = async (
  site: DemoClient,
  { administrator: as, integration }: DemoOrganization,
  receiver: DemoReceiver,
): Promise<void> => {
  if (!integration) return;
  const { integrations } = await site.call<Integrations>('GET', '/api/integrations', { as });
  const integrationId = integrations.find(({ name }) => name === integration.name)?.id;
  if (integrationId === undefined) throw new Error(`The demo has no integration ${integration.name}`);
  const { webhooks } = await site.call<WebhooksResponse>('GET', path, { as });
  const ensure = async (url: string, events: SaveWebhook['events']): Promise<string | undefined> => {
    const known = webhooks.find((webhook) => webhook.url === url);
    const body: SaveWebhook = { url, events, integrationId, isActive: true };
    if (!known)
      // 422 until svc-tasks knows the integration.
      return (await site.call<WebhookSecretResponse>('POST', path, { as, body, retryOn: [422] })).secret;
    // The start was interrupted before it kept the secret.
    if (url !== receiver.url || receiver.hasSecret) return undefined;
    return (await site.call<WebhookSecretResponse>('POST', `${path}/${known.id}/rotate`, { as })).secret;
  };
  const secret = await ensure(receiver.url, ['task.created', 'task.moved', 'task.commented']);
  if (secret !== undefined) await receiver.start(secret);
  await ensure(unreachableUrl, ['task.file-added']);
};
