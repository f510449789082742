import {
  type DeliveryFailure,
  type DeliveryState,
  deliveryFailures,
  type SaveWebhook,
  type Webhook,
  webhookLimits,
} from '@obieg/contracts';
import type { Actor, Tx } from '@obieg/service-kit';
import type { ChangedRow } from '../members/last-change';
import { nameIn } from '../members/members.repo';
import { readerBindings } from '../policy/tasks.policy';
import { isVisibleDelivery, joinTaskOfDelivery } from './visible-deliveries';

/** Columns that only this process reads, and the sender. */
export interface SigningRow {
  secret: string;
  previous_secret: string | null;
  previous_secret_until: Date | null;
}

export interface LastAttemptRow {
  state: string;
  last_attempt_at: Date | null;
  response_status: number | null;
  failure: string | null;
}

interface WebhookRow extends ChangedRow, SigningRow {
  id: number;
  url: string;
  events: Webhook['events'];
  integration_user_id: number;
  integration_name: string | null;
  is_integration_active: boolean;
  is_active: boolean;
  failing_since: Date | null;
  switched_off_at: Date | null;
  revision: number;
  created_at: Date;
  last_delivery: (Omit<LastAttemptRow, 'last_attempt_at'> & { last_attempt_at: string }) | null;
}

/** Newest deliveries among which the last attempt that the caller may see is found. */
const examinedDeliveries = 50;

/** SQL: the `id` of an integration of the organization that has a role in it is `user_id`. */
const isIntegrationOf = (userId: string): string => `exists (
  select from users u join memberships m on m.user_id = u.id
   where u.id = ${userId} and u.is_integration and cardinality(m.roles) > 0)`;

const selectWebhooks = (actor: Actor): string => `
  select w.*, ${nameIn('iu', 'im')} as integration_name,
         ${isIntegrationOf('w.integration_user_id')} as is_integration_active,
         (select to_json(last) from (
            select d.state, d.last_attempt_at, d.response_status, d.failure
              from (select * from webhook_deliveries d
                     where d.organization_id = w.organization_id and d.webhook_id = w.id
                       and d.last_attempt_at is not null
                     order by d.id desc limit ${examinedDeliveries}) d
              ${joinTaskOfDelivery}
             where ${isVisibleDelivery(actor)}
             order by d.last_attempt_at desc limit 1) last) as last_delivery
    from webhooks w
    left join users iu on iu.id = w.integration_user_id
    left join memberships im on im.user_id = iu.id`;

export const listWebhookRows = async (tx: Tx, actor: Actor): Promise<WebhookRow[]> =>
  (await tx.raw<{ rows: WebhookRow[] }>(`${selectWebhooks(actor)} order by w.id`, readerBindings(actor)))
    .rows;

export const findWebhookRow = async (tx: Tx, actor: Actor, id: number): Promise<WebhookRow | undefined> =>
  (
    await tx.raw<{ rows: WebhookRow[] }>(`${selectWebhooks(actor)} where w.id = :id`, {
      ...readerBindings(actor),
      id,
    })
  ).rows[0];

export const lockWebhook = (
  tx: Tx,
  id: number,
): Promise<
  | (ChangedRow &
      SigningRow &
      Pick<WebhookRow, 'id' | 'url' | 'is_active' | 'revision' | 'integration_user_id'>)
  | undefined
> => tx('webhooks').where({ id }).forUpdate().first();

export const countWebhooks = async (tx: Tx): Promise<number> => {
  const [row] = await tx('webhooks').count<{ count: number }[]>('* as count');
  return Number(row?.count ?? 0);
};

export const isIntegration = async (tx: Tx, userId: number): Promise<boolean> => {
  const { rows } = await tx.raw<{ rows: { found: boolean }[] }>(
    `select ${isIntegrationOf(':userId')} as found`,
    { userId },
  );
  return rows[0]?.found === true;
};

interface Change {
  organizationId: number;
  authorId: number;
}

const columnsOf = ({ url, events, integrationId, isActive }: SaveWebhook) => ({
  url,
  events: [...events],
  integration_user_id: integrationId,
  is_active: isActive,
});

/** @returns the id */
export const insertWebhook = async (
  tx: Tx,
  { organizationId, authorId }: Change,
  webhook: SaveWebhook,
  secret: string,
): Promise<number> => {
  const [row] = await tx('webhooks')
    .insert({ ...columnsOf(webhook), organization_id: organizationId, secret, updated_by: authorId })
    .returning<{ id: number }[]>('id');
  if (!row) throw new Error('The statement returned no webhook');
  return row.id;
};

const changedBy = (tx: Tx, authorId: number) => ({
  revision: tx.raw('revision + 1'),
  updated_at: tx.fn.now(),
  updated_by: authorId,
});

/** A webhook that is switched on, or has another address, has not failed. */
const noFailure = { failing_since: null, switched_off_at: null };

export const updateWebhook = async (
  tx: Tx,
  before: { id: number; url: string; is_active: boolean },
  authorId: number,
  webhook: SaveWebhook,
): Promise<void> => {
  const isAnotherStart = webhook.url !== before.url || (webhook.isActive && !before.is_active);
  await tx('webhooks')
    .where({ id: before.id })
    .update({ ...columnsOf(webhook), ...(isAnotherStart ? noFailure : {}), ...changedBy(tx, authorId) });
};

/** Makes the secret the previous one, which still signs for a day. */
export const replaceSecret = async (tx: Tx, id: number, authorId: number, secret: string): Promise<void> => {
  await tx('webhooks')
    .where({ id })
    .update({
      secret,
      previous_secret: tx.raw('secret'),
      previous_secret_until: tx.raw(`now() + interval '${webhookLimits.rotationHours} hours'`),
      ...changedBy(tx, authorId),
    });
};

/** Deletes the webhook with its lanes. The sweeper deletes its deliveries. */
export const deleteWebhookRow = async (tx: Tx, id: number): Promise<void> => {
  await tx('webhooks').where({ id }).delete();
};

export const presentAttempt = ({ state, last_attempt_at, response_status, failure }: LastAttemptRow) => ({
  state: state as DeliveryState,
  lastAttemptAt: last_attempt_at?.toISOString() ?? null,
  responseStatus: response_status,
  ...(deliveryFailures.includes(failure as DeliveryFailure) ? { failure: failure as DeliveryFailure } : {}),
});

export const presentWebhook = (row: WebhookRow): Webhook => {
  const { last_delivery: last, previous_secret_until: until } = row;
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    integrationId: row.integration_user_id,
    integrationName: row.integration_name,
    isIntegrationActive: row.is_integration_active,
    isActive: row.is_active,
    createdAt: row.created_at.toISOString(),
    failingSince: row.failing_since?.toISOString() ?? null,
    switchedOffAt: row.switched_off_at?.toISOString() ?? null,
    previousSecretUntil: until && until.getTime() > Date.now() ? until.toISOString() : null,
    lastDelivery: last && presentAttempt({ ...last, last_attempt_at: new Date(last.last_attempt_at) }),
    revision: row.revision,
  };
};
