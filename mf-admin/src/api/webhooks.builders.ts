import type { Integration, Webhook, WebhookDelivery } from '@obieg/contracts';

export const buildWebhook = (id: number, more: Partial<Webhook> = {}): Webhook => ({
  id,
  url: `https://hooks.example.com/${id}`,
  events: ['task.created', 'task.moved'],
  integrationId: 30,
  integrationName: 'Monitoring',
  isIntegrationActive: true,
  isActive: true,
  createdAt: '2026-11-01T08:00:00.000Z',
  failingSince: null,
  switchedOffAt: null,
  previousSecretUntil: null,
  lastDelivery: null,
  revision: 3,
  ...more,
});

export const buildDelivery = (id: number, more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id,
  messageId: `6a1f7a52-5a37-4ac0-9d23-${String(id).padStart(12, '0')}`,
  event: 'task.created',
  publicTaskId: 123_456_789_012,
  createdAt: '2026-11-29T09:12:00.000Z',
  state: 'DELIVERED',
  lastAttemptAt: '2026-11-29T09:12:01.000Z',
  responseStatus: 200,
  attempts: 1,
  durationMs: 84,
  nextAttemptAt: null,
  request: { headers: { 'webhook-id': 'abc' }, body: '{"type":"task.created"}', isBodyCut: false },
  response: { headers: { 'x-receiver': 'demo' }, body: 'accepted', isBodyCut: false },
  ...more,
});

/** Integrations among which the form chooses. */
export const webhookIntegrations: Integration[] = ['Monitoring', 'Magazyn'].map((name, index) => ({
  id: 30 + index,
  name,
  roles: ['OPERATOR'],
  createdAt: '2026-11-01T08:00:00.000Z',
  tokenCount: 0,
  lastUsedAt: null,
}));
