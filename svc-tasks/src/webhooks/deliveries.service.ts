import {
  type DeliveriesResponse,
  type DeliveryState,
  deliveryPageSize,
  type WebhookDelivery,
  webhookLimits,
  webhookTestEvent,
} from '@obieg/contracts';
import { type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import { readerBindings } from '../policy/tasks.policy';
import { addToLane, storedRequestMax, storedResponseMax } from './lanes.repo';
import { isVisibleDelivery, joinTaskOfDelivery } from './visible-deliveries';
import { type LastAttemptRow, lockWebhook, presentAttempt } from './webhooks.repo';

interface DeliveryRow extends LastAttemptRow {
  id: number;
  message_id: string;
  event: string;
  public_task_id: number | null;
  created_at: Date;
  attempts: number;
  duration_ms: number | null;
  next_attempt_at: Date | null;
  request_headers: Record<string, string> | null;
  request_body: string | null;
  response_headers: Record<string, string> | null;
  response_body: string | null;
}

const presentMessage = (headers: Record<string, string> | null, body: string | null, max: number) =>
  headers && { headers, body: body ?? '', isBodyCut: (body ?? '').length >= max };

const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  messageId: row.message_id,
  event: row.event,
  publicTaskId: row.public_task_id,
  createdAt: row.created_at.toISOString(),
  ...presentAttempt(row),
  attempts: row.attempts,
  durationMs: row.duration_ms,
  nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
  request: presentMessage(row.request_headers, row.request_body, storedRequestMax),
  response: presentMessage(row.response_headers, row.response_body, storedResponseMax),
});

/** @throws 404 */
const openWebhook = async (tx: Tx, { language }: SignedInCaller, webhookId: number) => {
  const webhook = await lockWebhook(tx, webhookId);
  if (!webhook) throw problem.notFound(translate(language, 'webhookNotFound'));
  return webhook;
};

interface Page {
  state?: DeliveryState | undefined;
  cursor?: number | undefined;
}

/** Lists the newest deliveries that the caller may know of, which are not all. @throws 404 */
export const listDeliveries = (
  db: Database,
  caller: SignedInCaller,
  webhookId: number,
  { state, cursor }: Page,
): Promise<DeliveriesResponse> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const webhook = await tx('webhooks').where({ id: webhookId }).first('id');
    if (!webhook) throw problem.notFound(translate(caller.language, 'webhookNotFound'));
    const { rows } = await tx.raw<{ rows: DeliveryRow[] }>(
      `select d.*, t.public_task_id, case when d.state = 'PENDING' then l.due_at end as next_attempt_at
         from webhook_deliveries d
         ${joinTaskOfDelivery}
         left join webhook_lanes l
           on l.organization_id = d.organization_id and l.webhook_id = d.webhook_id and l.task_id = d.task_id
        where d.webhook_id = :webhookId and d.id < coalesce(cast(:cursor as bigint), d.id + 1)
          and d.state = coalesce(cast(:state as text), d.state) and ${isVisibleDelivery(caller.actor)}
        order by d.id desc limit ${deliveryPageSize + 1}`,
      { ...readerBindings(caller.actor), webhookId, cursor: cursor ?? null, state: state ?? null },
    );
    const page = rows.slice(0, deliveryPageSize);
    return {
      deliveries: page.map(presentDelivery),
      nextCursor: rows.length > deliveryPageSize ? String(page.at(-1)?.id) : null,
    };
  });

const giveUpAt = `now() + interval '${webhookLimits.retryHours} hours'`;

/**
 * Sends the message of a delivery again, with its id and what the integration may see by then.
 *
 * @throws 404, 409 if the message is waiting or the webhook is off
 */
export const repeatDelivery = (
  db: Database,
  caller: SignedInCaller,
  webhookId: number,
  deliveryId: number,
): Promise<number> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const { language, actor } = caller;
    const webhook = await openWebhook(tx, caller, webhookId);
    const { rows } = await tx.raw<{ rows: { task_id: number }[] }>(
      `select d.task_id from webhook_deliveries d ${joinTaskOfDelivery}
        where d.id = :deliveryId and d.webhook_id = :webhookId and ${isVisibleDelivery(actor)}`,
      { ...readerBindings(actor), deliveryId, webhookId },
    );
    const [found] = rows;
    if (!found) throw problem.notFound(translate(language, 'deliveryNotFound'));
    if (!webhook.is_active && found.task_id !== 0)
      throw problem.conflict('CONFLICT', translate(language, 'webhookInactive'));
    const changed = await tx('webhook_deliveries')
      .where({ id: deliveryId })
      .whereNot({ state: 'PENDING' })
      .update({ state: 'PENDING', attempts: 0, give_up_at: tx.raw(giveUpAt) });
    if (changed === 0) throw problem.conflict('CONFLICT', translate(language, 'deliveryPending'));
    await addToLane(tx, { webhookId, taskId: found.task_id });
    return deliveryId;
  });

/** Tests have a lane of their own. */
const testTaskId = 0;

/** Queues a message about no task, also of a webhook that is off. @throws 404 */
export const sendTest = (db: Database, caller: SignedInCaller, webhookId: number): Promise<number> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    await openWebhook(tx, caller, webhookId);
    const [row] = await tx('webhook_deliveries')
      .insert({
        organization_id: caller.organizationId,
        webhook_id: webhookId,
        event: webhookTestEvent,
        task_id: testTaskId,
        created_at: tx.fn.now(),
        give_up_at: tx.raw(giveUpAt),
      })
      .returning<{ id: number }[]>('id');
    if (!row) throw new Error('The statement returned no delivery');
    await addToLane(tx, { webhookId, taskId: testTaskId });
    return row.id;
  });
