import type { WebhookChange } from '@obieg/contracts';
import { recordEvent, type Tx } from '@obieg/service-kit';

interface ChangedWebhook {
  organizationId: number;
  id: number;
  /** The revision that the change made. */
  revision: number;
  url: string;
}

/** Null: the service itself. */
interface Author {
  actorUserId: number | null;
  ip: string | null;
  traceparent?: string;
}

/**
 * Records the event of a change, for the security log. Each change is an aggregate of its own, so that none replaces an
 * earlier one. Contains only the host, because an address can contain a password.
 */
export const recordWebhookChange = (
  tx: Tx,
  { organizationId, id, revision, url }: ChangedWebhook,
  change: WebhookChange,
  { actorUserId, ip, traceparent }: Author,
): void =>
  recordEvent(tx, {
    type: 'obieg.tasks.webhook.changed',
    organizationId,
    aggregateId: `${id}-${revision}-${change}`,
    data: { organizationId, webhookId: id, change, actorUserId, host: new URL(url).host, ip },
    traceparent,
  });
