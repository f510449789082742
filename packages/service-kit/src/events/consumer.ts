import type { EventEnvelope, StreamName } from '@obieg/contracts';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../database/database';
import { isProblem } from '../errors';
import type { Metrics } from '../process/metrics';
import { buryMessage } from './dead-letters';
import { gather } from './gather';
import { applyEvents, type Inbox, type Outcome, readEvent } from './inbox';
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

/** A message that could be read. */
interface Received {
  message: BusMessage;
  event: EventEnvelope;
}

const isAway = (error: unknown): boolean =>
  (isProblem(error) && error.status === 503) || isDatabaseAway(error);

/** Consumes one stream in order with one durable consumer per service. */
export const createConsumer = (options: ConsumerOptions) => {
  const { service, stream, ready, log, metrics, maxTries = 8, firstRetryMs = 250 } = options;
  const queue: BusMessage[] = [];
  const failures = new Map<string, number>();
  // An alert sees a rise only of a number that was there before.
  metrics.eventsHandled.inc({ stream, outcome: 'dead' }, 0);
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

  /** Where the letter cannot be published, the message comes again. */
  const bury = async (bus: EventBus, message: BusMessage, { message: reason }: Error): Promise<void> => {
    try {
      await buryMessage(bus, service, message, reason);
    } catch {
      return postpone(message, awayRetryMs);
    }
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
    await bury(bus, message, error as Error);
  };

  const apply = async (batch: readonly Received[]): Promise<void> => {
    const outcomes = await applyEvents(
      options,
      batch.map(({ event }) => event),
    );
    for (const [index, { message }] of batch.entries()) settle(message, outcomes[index] ?? 'ignored');
  };
  /** One transaction for all; where one of them fails, one for each, so that the others are not held up. */
  const handle = async (bus: EventBus, batch: readonly Received[]): Promise<void> => {
    try {
      await apply(batch);
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only) return fail(bus, only.message, error);
      if (isAway(error)) {
        for (const { message } of batch) postpone(message, awayRetryMs);
        return;
      }
      for (const received of batch) await handle(bus, [received]);
    }
  };
  /** Those that can be read. What cannot now never will: it is buried at its first try. */
  const read = async (bus: EventBus, messages: readonly BusMessage[]): Promise<Received[]> => {
    const received = messages.map((message) => {
      try {
        return { message, event: readEvent(message.payload) };
      } catch (error) {
        return { message, error: error as Error };
      }
    });
    await Promise.all(received.map((one) => one.error && bury(bus, one.message, one.error)));
    return received.filter((one) => one.event !== undefined);
  };
  const drain = async (bus: EventBus): Promise<void> => {
    while (queue.length > 0 && !isStopped) {
      const messages = queue.splice(0, batchSize);
      const batch = await read(bus, messages);
      if (batch.length > 0) await handle(bus, batch);
      await gather(messages.length);
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
