import type { StreamName } from '@obieg/contracts';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../database/database';
import { isProblem } from '../errors';
import type { Metrics } from '../process/metrics';
import { buryMessage } from './dead-letters';
import { gather } from './gather';
import { applyMessages, type Inbox, type Outcome } from './inbox';
import type { BusConnection, BusMessage, EventBus } from './nats';

interface ConsumerOptions extends Inbox, Pick<BusConnection, 'ready'> {
  stream: StreamName;
  log: Logger;
  metrics: Metrics;
  /** Failed tries of one message before it becomes a dead letter; times when the database is away do not count. */
  maxTries?: number;
  /** Wait before the second try; doubles with each further one. */
  firstRetryMs?: number;
}

/** Large enough to pay for the commit once, small enough to end far within the time to acknowledge. */
const batchSize = 100;
const maxRetryMs = 60_000;
/**
 * What is given back at once, a server of before 2.10 may offer to the request that just ended: then it waits for the
 * time to acknowledge. A little later it goes to the next process.
 */
const giveBackMs = 250;
/** While the database is away: no back-off, so that the read models are fresh soon after it is back. */
const awayRetryMs = 1_000;

const isAway = (error: unknown): boolean =>
  (isProblem(error) && error.status === 503) || isDatabaseAway(error);

/** Consumes one stream in order with one durable consumer per service. */
export const createConsumer = (options: ConsumerOptions) => {
  const { service, stream, ready, log, metrics, maxTries = 8, firstRetryMs = 250 } = options;
  const queue: BusMessage[] = [];
  const failures = new Map<string, number>();
  let subscription: { close(): Promise<void> } | undefined;
  let isStopped = false;
  let work: Promise<void> = Promise.resolve();

  const settle = (message: BusMessage, outcome: Outcome): void => {
    message.ack();
    failures.delete(message.id);
    metrics.eventsHandled.inc({ stream, outcome });
  };
  const postpone = (message: BusMessage, ms: number): void => {
    message.retryAfter(ms);
    metrics.eventsHandled.inc({ stream, outcome: 'retried' });
  };

  const bury = async (bus: EventBus, message: BusMessage, reason: string): Promise<void> => {
    await buryMessage(bus, service, message, reason);
    message.ack();
    failures.delete(message.id);
    metrics.eventsHandled.inc({ stream, outcome: 'dead' });
    log.error({ subject: message.subject, reason }, 'event became a dead letter');
  };
  const fail = async (bus: EventBus, message: BusMessage, error: unknown): Promise<void> => {
    if (isAway(error)) return postpone(message, awayRetryMs);
    const tries = (failures.get(message.id) ?? 0) + 1;
    failures.set(message.id, tries);
    log.warn({ err: error, subject: message.subject, tries }, 'event cannot be applied');
    if (tries < maxTries) return postpone(message, Math.min(maxRetryMs, firstRetryMs * 2 ** (tries - 1)));
    await bury(bus, message, (error as Error).message).catch(() => postpone(message, awayRetryMs));
  };

  const apply = async (messages: readonly BusMessage[]): Promise<void> => {
    const outcomes = await applyMessages(
      options,
      messages.map(({ payload }) => payload),
    );
    for (const [index, message] of messages.entries()) settle(message, outcomes[index] ?? 'ignored');
  };
  /** One transaction for all; where one of them fails, one for each, so that the others are not held up. */
  const handle = async (bus: EventBus, batch: readonly BusMessage[]): Promise<void> => {
    try {
      await apply(batch);
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only) return fail(bus, only, error);
      if (isAway(error)) {
        for (const message of batch) postpone(message, awayRetryMs);
        return;
      }
      for (const message of batch) await handle(bus, [message]);
    }
  };
  const drain = async (bus: EventBus): Promise<void> => {
    while (queue.length > 0 && !isStopped) {
      const batch = queue.splice(0, batchSize);
      await handle(bus, batch);
      await gather(batch.length);
    }
  };

  return {
    /** Waits for NATS; the service serves meanwhile. */
    start: async (): Promise<void> => {
      const bus = await ready;
      if (isStopped) return;
      subscription = await bus.consume({
        stream,
        durable: service,
        handle: (message) => {
          queue.push(message);
          work = work.then(() => drain(bus));
        },
      });
    },
    /** Ends the work on what is begun and gives back the rest. */
    stop: async (): Promise<void> => {
      isStopped = true;
      // First no more messages: what is given back earlier would come straight back here.
      await subscription?.close();
      for (const message of queue.splice(0)) message.retryAfter(giveBackMs);
      await work;
    },
  };
};
