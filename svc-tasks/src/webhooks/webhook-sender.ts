import { setTimeout as sleep } from 'node:timers/promises';
import { webhookEvents, webhookLimits, webhookTestEvent } from '@obieg/contracts';
import {
  createWorkerLoop,
  type Database,
  forEachOrganization,
  isOutage,
  type Logger,
  withOrganization,
} from '@obieg/service-kit';
import { type ComposeDependencies, composeMessage, hasKeys, signMessage } from './compose-message';
import { createConnectionShares } from './connection-shares';
import {
  type DueWebhook,
  deferLane,
  finishLane,
  listDueWebhooks,
  lockLane,
  type Outcome,
  returnLane,
  type TakenLane,
  takeLanes,
} from './lanes.repo';
import { createMessageSender } from './send-message';
import type { WebhookSettings } from './webhook-dependencies';
import type { WebhookMetrics, WebhookOutcome } from './webhooks.metrics';

const pollMs = 250;
/** Longer than the attempt, so that another process takes a lane only after a crash. */
const leaseMs = 30_000;
/** A process that was busy for longer sends nothing, because another one may have taken the lane. */
const startWithinMs = 10_000;
/** A message that cannot be written is given up after so many tries of this process. */
const composeTriesMax = 4;
const composeRetrySeconds = 30;
/** Pause before a message whose key is missing is tried again. The setting is read when a process starts. */
const missingKeySeconds = 60;
/** Pause before a message of a newer version is looked at again. */
const newerEventSeconds = 60;

const knownEvents: ReadonlySet<string> = new Set([...webhookEvents, webhookTestEvent]);

const metricOf: Record<Outcome['kind'], WebhookOutcome> = {
  accepted: 'accepted',
  refused: 'refused',
  'given-up': 'given_up',
  invisible: 'invisible',
};

interface WebhookSenderOptions extends Pick<WebhookSettings, 'rules' | 'resolveHost'> {
  db: Database;
  secretBox: ComposeDependencies['secretBox'];
  organizationUrl: ComposeDependencies['organizationUrl'];
  log: Logger;
  metrics: Pick<WebhookMetrics, 'count'>;
  timeoutMs?: number;
  lease?: number;
}

/**
 * Sends the messages of webhooks in the background. Several processes share the work: each takes lanes, sends the oldest
 * message of each, and returns the lane.
 */
export const createWebhookSender = ({
  db,
  log,
  metrics,
  timeoutMs = webhookLimits.timeoutMs,
  lease = leaseMs,
  ...settings
}: WebhookSenderOptions) => {
  const sender = createMessageSender(settings, timeoutMs);
  const shares = createConnectionShares();
  const stopping = new AbortController();
  const inFlight = new Set<Promise<void>>();
  /** Webhooks that were served lately, the last one at the end. */
  const served = new Map<number, number>();
  /** Failed tries to write a message, by the id of the delivery. */
  const composeTries = new Map<number, number>();
  /** Webhooks whose key is missing. */
  const withoutKey = new Set<number>();
  let serial = 0;

  const putBack = (organizationId: number, lane: TakenLane, seconds: number): Promise<void> =>
    withOrganization(db, organizationId, async (tx) => {
      if (await lockLane(tx, lane)) await returnLane(tx, lane, seconds);
    });

  const finish = async (organizationId: number, lane: TakenLane, outcome: Outcome): Promise<void> => {
    const finished = await withOrganization(db, organizationId, (tx) => finishLane(tx, lane, outcome));
    if (finished !== 'lost') metrics.count(metricOf[outcome.kind]);
    if (finished !== 'switched-off') return;
    metrics.count('switched_off');
    log.warn({ organizationId, webhookId: lane.webhook_id }, 'webhook switched off after days of failures');
  };

  /** Defers the lane, or gives the message up after several tries. */
  const handleUnwritable = async (
    organizationId: number,
    lane: TakenLane,
    deliveryId: number,
    error: unknown,
  ): Promise<void> => {
    const tries = (composeTries.get(deliveryId) ?? 0) + 1;
    const isLast = tries >= composeTriesMax;
    log[isLast ? 'error' : 'warn'](
      { err: error, organizationId, webhookId: lane.webhook_id, deliveryId, tries },
      'could not write the message of a webhook',
    );
    if (!isLast) {
      composeTries.set(deliveryId, tries);
      return putBack(organizationId, lane, composeRetrySeconds);
    }
    composeTries.delete(deliveryId);
    metrics.count('not_composed');
    return finish(organizationId, lane, { kind: 'given-up', failure: 'NOT_COMPOSED' });
  };

  /** Waits for the operator, who restores the key in the setting. Logs each webhook once. */
  const waitForKey = (organizationId: number, lane: TakenLane): Promise<void> => {
    const { webhook_id: webhookId } = lane;
    if (!withoutKey.has(webhookId))
      log.error({ organizationId, webhookId }, 'WEBHOOK_KEYS lacks the key of a webhook');
    withoutKey.add(webhookId);
    return withOrganization(db, organizationId, (tx) =>
      deferLane(tx, lane, 'KEY_MISSING', missingKeySeconds),
    );
  };

  /** @returns the attempt, if one was made */
  const sendOldest = async (organizationId: number, lane: TakenLane, takenAt: number) => {
    const { delivery_id: deliveryId, event } = lane;
    if (deliveryId === null) return putBack(organizationId, lane, 0);
    if (!knownEvents.has(event)) return putBack(organizationId, lane, newerEventSeconds);
    if (lane.is_expired) return finish(organizationId, lane, { kind: 'given-up', failure: 'EXPIRED' });
    if (!hasKeys(settings.secretBox, lane)) return waitForKey(organizationId, lane);
    let body: string | undefined;
    let headers: Record<string, string> = {};
    try {
      body = await composeMessage({ db, organizationUrl: settings.organizationUrl }, organizationId, lane);
      if (body !== undefined) headers = signMessage(settings.secretBox, organizationId, lane, body);
    } catch (error) {
      if (isOutage(error)) throw error;
      return handleUnwritable(organizationId, lane, deliveryId, error);
    }
    composeTries.delete(deliveryId);
    if (body === undefined) return finish(organizationId, lane, { kind: 'invisible' });
    if (stopping.signal.aborted || performance.now() - takenAt > startWithinMs)
      return putBack(organizationId, lane, 0);
    const attempt = await sender.send({ url: lane.url, headers, body, signal: stopping.signal });
    if (stopping.signal.aborted && attempt.responseStatus === null) {
      await putBack(organizationId, lane, 0);
      return undefined;
    }
    await finish(organizationId, lane, { kind: attempt.failure ? 'refused' : 'accepted', attempt });
    return attempt;
  };

  const startLane = (webhook: DueWebhook, lane: TakenLane, takenAt: number): void => {
    const giveBack = shares.take(webhook);
    const running = sendOldest(webhook.organization_id, lane, takenAt)
      .then((attempt) => giveBack(attempt ?? undefined))
      // The lane is due again when its lease ends.
      .catch((error: unknown) => {
        giveBack();
        log.warn({ err: error, webhookId: webhook.id }, 'could not finish the message of a webhook');
      })
      .finally(() => inFlight.delete(running));
    inFlight.add(running);
  };

  const serve = async (webhook: DueWebhook): Promise<void> => {
    const max = shares.free(webhook);
    if (max === 0) return;
    served.delete(webhook.id);
    served.set(webhook.id, ++serial);
    const takenAt = performance.now();
    const lanes = await withOrganization(db, webhook.organization_id, (tx) =>
      takeLanes(tx, webhook.id, { max, leaseMs: lease }),
    );
    for (const lane of lanes) startLane(webhook, lane, takenAt);
  };

  /** Serves each webhook that is due, those first that waited longest. */
  const serveDue = async (isStopped: () => boolean): Promise<void> => {
    const due = (await listDueWebhooks(db)).toSorted(
      (a, b) => (served.get(a.id) ?? 0) - (served.get(b.id) ?? 0),
    );
    const ids = new Set(due.map(({ id }) => id));
    for (const id of served.keys()) if (!ids.has(id)) served.delete(id);
    const round = { work: 'send messages of webhooks', log, isStopped };
    await forEachOrganization(
      new Set(due.map(({ organization_id }) => organization_id)),
      round,
      async (organizationId) => {
        for (const webhook of due)
          if (webhook.organization_id === organizationId && !isStopped()) await serve(webhook);
      },
    );
  };

  const loop = createWorkerLoop({
    intervalMs: pollMs,
    log,
    failureMessage: 'could not send messages of webhooks',
    round: async (isStopped) => {
      do {
        await serveDue(isStopped);
        // A connection that becomes free is used at once, and a slow one delays nobody.
        if (inFlight.size > 0) await Promise.race([...inFlight, sleep(pollMs)]);
      } while (inFlight.size > 0 && !isStopped());
    },
  });
  return {
    start: loop.start,
    stop: async (): Promise<void> => {
      stopping.abort();
      await loop.stop();
      await Promise.all(inFlight);
      await sender.close();
    },
  };
};
