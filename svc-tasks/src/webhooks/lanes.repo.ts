import { type DeliveryFailure, webhookLimits } from '@obieg/contracts';
import { type Database, sweepAlone, type Tx, withEveryOrganization } from '@obieg/service-kit';
import { retryPauseSeconds } from './retry-schedule';
import { recordWebhookChange } from './webhooks.events';
import type { SigningRow } from './webhooks.repo';

export interface DueWebhook {
  organization_id: number;
  id: number;
}

/**
 * Returns the webhooks with messages that are due. A webhook that is off sends only tests. Row-level security lets this
 * read the webhooks of all organizations.
 */
export const listDueWebhooks = (db: Database): Promise<DueWebhook[]> =>
  withEveryOrganization(db, async (tx) => {
    const lane = `select from webhook_lanes l
      where l.organization_id = w.organization_id and l.webhook_id = w.id and l.due_at <= now()`;
    const { rows } = await tx.raw<{ rows: DueWebhook[] }>(
      `select w.organization_id, w.id
         from webhooks w join organizations o on o.organization_id = w.organization_id
        where o.deleted_at is null
          and ((w.is_active and exists (${lane})) or exists (${lane} and l.task_id = 0))`,
    );
    return rows;
  });

/** A lane that this process has taken, and the oldest message of it. */
export interface TakenLane extends SigningRow {
  webhook_id: number;
  task_id: number;
  lease: string;
  url: string;
  integration_user_id: number;
  /** Null if no message is pending. */
  delivery_id: number | null;
  message_id: string;
  event: string;
  subject_id: number | null;
  created_at: Date;
  attempts: number;
  is_expired: boolean;
}

/**
 * Takes due lanes of a webhook. Until `leaseMs` have passed, no other process takes them; if this process is killed, they
 * are due again then.
 */
export const takeLanes = async (
  tx: Tx,
  webhookId: number,
  { max, leaseMs }: { max: number; leaseMs: number },
): Promise<TakenLane[]> => {
  const { rows } = await tx.raw<{ rows: TakenLane[] }>(
    `with due as (
       select l.webhook_id, l.task_id
         from webhook_lanes l join webhooks w on w.organization_id = l.organization_id and w.id = l.webhook_id
        where l.organization_id = app_organization_id() and l.webhook_id = :webhookId and l.due_at <= now()
          and (w.is_active or l.task_id = 0)
        order by l.due_at limit :max for update of l skip locked),
     taken as (
       update webhook_lanes l
          set lease = gen_random_uuid(), due_at = now() + :leaseMs * interval '1 millisecond'
         from due where l.webhook_id = due.webhook_id and l.task_id = due.task_id
       returning l.organization_id, l.webhook_id, l.task_id, l.lease)
     select t.webhook_id, t.task_id, t.lease, w.url, w.integration_user_id, w.secret, w.previous_secret,
            w.previous_secret_until, d.id as delivery_id, d.message_id, d.event, d.subject_id, d.created_at,
            d.attempts, d.give_up_at <= now() as is_expired
       from taken t
       join webhooks w on w.organization_id = t.organization_id and w.id = t.webhook_id
       left join lateral (
         select d.* from webhook_deliveries d
          where d.organization_id = t.organization_id and d.webhook_id = t.webhook_id and d.task_id = t.task_id
            and d.state = 'PENDING'
          order by d.id limit 1) d on true`,
    { webhookId, max, leaseMs },
  );
  return rows;
};

type Lane = Pick<TakenLane, 'webhook_id' | 'task_id' | 'lease'>;

const isLane = 'webhook_id = :webhook_id and task_id = :task_id';
const keysOf = ({ webhook_id, task_id, lease }: Lane) => ({ webhook_id, task_id, lease });

/** Locks the lane. @returns false if the lease ended and another process took it, or if the webhook was deleted */
export const lockLane = async (tx: Tx, lane: Lane): Promise<boolean> => {
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    `select from webhook_lanes where ${isLane} and lease = :lease for update`,
    keysOf(lane),
  );
  return rows.length > 0;
};

/** Returns a locked lane. Without pending messages, it is deleted. @param seconds until its next message is due */
export const returnLane = async (tx: Tx, lane: Lane, seconds = 0): Promise<void> => {
  const isPending = `exists (select from webhook_deliveries where ${isLane} and state = 'PENDING')`;
  await tx.raw(`delete from webhook_lanes where ${isLane} and not ${isPending}`, keysOf(lane));
  await tx.raw(
    `update webhook_lanes set lease = null, due_at = now() + :seconds * interval '1 second' where ${isLane}`,
    { ...keysOf(lane), seconds },
  );
};

/** Says at the oldest message of a lane what it waits for, and returns the lane. */
export const deferLane = async (
  tx: Tx,
  lane: TakenLane,
  failure: DeliveryFailure,
  seconds: number,
): Promise<void> => {
  if (!(await lockLane(tx, lane))) return;
  await tx('webhook_deliveries').where({ id: lane.delivery_id }).update({ failure });
  await returnLane(tx, lane, seconds);
};

/** Makes a message the caller queued due, in the lane of its task. */
export const addToLane = async (
  tx: Tx,
  { webhookId, taskId }: { webhookId: number; taskId: number },
): Promise<void> => {
  await tx.raw(
    `insert into webhook_lanes (organization_id, webhook_id, task_id)
     values (app_organization_id(), :webhookId, :taskId)
     on conflict on constraint webhook_lanes_pkey do update
       set due_at = case when webhook_lanes.lease is null then now() else webhook_lanes.due_at end`,
    { webhookId, taskId },
  );
};

/** A request that was sent, and what came back. */
export interface Attempt {
  requestHeaders: Record<string, string>;
  requestBody: string;
  /** Undefined if the receiver accepted the message. */
  failure: DeliveryFailure | undefined;
  durationMs: number;
  responseStatus: number | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
}

/** Stored part of a request's body, in UTF-16 code units. */
export const storedRequestMax = 8_192;
/** Stored part of a response's body. */
export const storedResponseMax = 4_096;

/** PostgreSQL stores neither NUL nor a half of a surrogate pair. */
const cut = (text: string | null, max: number): string | null =>
  text?.slice(0, max).replaceAll('\u0000', '\ufffd').toWellFormed() ?? null;

const attemptColumns = (tx: Tx, attempt: Attempt) => ({
  attempts: tx.raw('attempts + 1'),
  last_attempt_at: tx.fn.now(),
  duration_ms: Math.round(attempt.durationMs),
  failure: attempt.failure ?? null,
  request_headers: JSON.stringify(attempt.requestHeaders),
  request_body: cut(attempt.requestBody, storedRequestMax),
  response_status: attempt.responseStatus,
  response_headers: attempt.responseHeaders && JSON.stringify(attempt.responseHeaders),
  response_body: cut(attempt.responseBody, storedResponseMax),
});

/** What became of the oldest message of a lane. */
export type Outcome =
  | { kind: 'accepted' | 'refused'; attempt: Attempt }
  | { kind: 'given-up'; failure: DeliveryFailure }
  /** The integration may not see it any more. Nothing is told, not even that it existed. */
  | { kind: 'invisible' };

/** Writes the outcome. @returns the pause before the lane's next message */
const writeOutcome = async (
  tx: Tx,
  { delivery_id: id, attempts }: Pick<TakenLane, 'delivery_id' | 'attempts'>,
  outcome: Outcome,
): Promise<number> => {
  const delivery = () => tx('webhook_deliveries').where({ id });
  if (outcome.kind === 'invisible') {
    await delivery().delete();
    return 0;
  }
  if (outcome.kind === 'given-up') {
    await delivery().update({ state: 'FAILED', failure: outcome.failure });
    return 0;
  }
  const columns = attemptColumns(tx, outcome.attempt);
  if (outcome.kind === 'accepted') {
    await delivery().update({ ...columns, state: 'DELIVERED' });
    return 0;
  }
  const seconds = retryPauseSeconds(attempts + 1);
  const [row] = await delivery()
    .update({
      ...columns,
      state: tx.raw(
        `case when give_up_at < now() + ? * interval '1 second' then 'FAILED' else 'PENDING' end`,
        [seconds],
      ),
    })
    .returning('state');
  return row?.state === 'PENDING' ? seconds : 0;
};

/** Administrators who get a mail about a webhook. */
const mailsMax = 20;

/**
 * Remembers since when the webhook fails. Switches it off after three days, and mails the administrators.
 *
 * @returns whether it was switched off
 */
const recordFailure = async (tx: Tx, webhookId: number): Promise<boolean> => {
  const webhook = () => tx('webhooks').where({ id: webhookId, is_active: true });
  await webhook().whereNull('failing_since').update({ failing_since: tx.fn.now() });
  const [switchedOff] = await webhook()
    .whereRaw(`failing_since < now() - interval '${webhookLimits.failureDays} days'`)
    .update({ is_active: false, switched_off_at: tx.fn.now(), revision: tx.raw('revision + 1') })
    .returning<{ organization_id: number; id: number; revision: number; url: string }[]>([
      'organization_id',
      'id',
      'revision',
      'url',
    ]);
  if (!switchedOff) return false;
  const { organization_id: organizationId, ...changed } = switchedOff;
  recordWebhookChange(tx, { organizationId, ...changed }, 'SWITCHED_OFF', { actorUserId: null, ip: null });
  await tx.raw(
    `insert into mail_queue (organization_id, kind, user_id, webhook_id)
     select m.organization_id, 'WEBHOOK_OFF', m.user_id, :webhookId
       from memberships m join users u on u.id = m.user_id
      where m.organization_id = app_organization_id() and m.roles @> '{ORG_ADMIN}' and not u.is_integration
      order by m.user_id limit ${mailsMax}`,
    { webhookId },
  );
  return true;
};

const recordSuccess = async (tx: Tx, webhookId: number): Promise<void> => {
  await tx('webhooks').where({ id: webhookId }).whereNotNull('failing_since').update({ failing_since: null });
};

/** `lost`: another process took the lane and decides about the message. */
type Finish = 'lost' | 'finished' | 'switched-off';

/** Writes the outcome of the oldest message, and returns the lane. */
export const finishLane = async (tx: Tx, lane: TakenLane, outcome: Outcome): Promise<Finish> => {
  if (!(await lockLane(tx, lane))) return 'lost';
  await returnLane(tx, lane, await writeOutcome(tx, lane, outcome));
  if (outcome.kind === 'accepted') await recordSuccess(tx, lane.webhook_id);
  if (outcome.kind === 'refused' && (await recordFailure(tx, lane.webhook_id))) return 'switched-off';
  return 'finished';
};

const sweptAtOnce = 10_000;

/** @returns the number of deleted deliveries */
const deleteSomeOld = (db: Database): Promise<number> =>
  withEveryOrganization(db, (tx) =>
    sweepAlone(tx, 'webhook_deliveries', async () => {
      const { rows } = await tx.raw<{ rows: unknown[] }>(
        `delete from webhook_deliveries where (organization_id, id) in (
           select d.organization_id, d.id from webhook_deliveries d
            where d.created_at < now() - interval '${webhookLimits.deliveryDays} days'
               or not exists (
                 select from webhooks w where w.organization_id = d.organization_id and w.id = d.webhook_id)
            limit ${sweptAtOnce})
         returning 1`,
      );
      return rows.length;
    }),
  );

/** Deletes old deliveries and those of deleted webhooks, in all organizations. @returns their number */
export const deleteOldDeliveries = async (db: Database): Promise<number> => {
  let total = 0;
  for (let count = sweptAtOnce; count === sweptAtOnce; total += count) count = await deleteSomeOld(db);
  return total;
};
