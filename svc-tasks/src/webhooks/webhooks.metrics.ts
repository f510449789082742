import { type Database, withEveryOrganization } from '@obieg/service-kit';
import { Counter, Gauge, type Registry } from 'prom-client';

/**
 * Outcomes of messages. `accepted` and `refused` are attempts. `given_up`: there is no further attempt. `invisible`: the
 * integration may not see the task any more. `not_composed`: the message cannot be written. `switched_off`: of webhooks,
 * after days of failures.
 */
const outcomes = ['accepted', 'refused', 'given_up', 'invisible', 'not_composed', 'switched_off'] as const;
export type WebhookOutcome = (typeof outcomes)[number];

/** Age of the oldest message that is due of the webhooks that do not fail. Others wait for their receivers. */
const oldestDue = `
  select coalesce(max(extract(epoch from now() - l.due_at)), 0)::float as seconds
    from webhooks w
    cross join lateral (
      select l.due_at from webhook_lanes l
       where l.organization_id = w.organization_id and l.webhook_id = w.id and l.due_at <= now()
       order by l.due_at limit 1) l
   where w.is_active and w.failing_since is null`;

/** Counts messages, and measures how long they wait for a connection. */
export const createWebhookMetrics = (registry: Registry, db: Database) => {
  const messages = new Counter({
    name: 'obieg_webhook_messages_total',
    help: 'Messages of webhooks by outcome: accepted, refused, given_up, invisible, not_composed, switched_off',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Prometheus sees an increase only if the series already exists.
  for (const outcome of outcomes) messages.inc({ outcome }, 0);
  new Gauge({
    name: 'obieg_webhook_oldest_due_seconds',
    help: 'Age of the oldest message that is due, of webhooks that do not fail',
    registers: [registry],
    async collect() {
      const oldest = withEveryOrganization(
        db,
        async (tx) => (await tx.raw<{ rows: { seconds: number }[] }>(oldestDue)).rows[0]?.seconds ?? 0,
      );
      // Without the database, the other metrics remain available and this one keeps its value.
      await oldest.then((seconds) => this.set(seconds)).catch(() => undefined);
    },
  });
  return { count: (outcome: WebhookOutcome): void => messages.inc({ outcome }) };
};
export type WebhookMetrics = ReturnType<typeof createWebhookMetrics>;
