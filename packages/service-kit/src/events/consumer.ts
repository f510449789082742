import type { EventEnvelope, StreamName } from '@obieg/contracts';
import type { Logger } from 'pino';
import { isBusyDatabase } from '../database/driver-errors';
import type { Metrics } from '../observability/metrics';
import { withDeadline } from '../outgoing-calls/deadline';
import { isOutage } from '../queues/set-aside';
import { pauseBetweenBatches } from './batch-pause';
import { publishDeadLetter } from './dead-letters';
import { applyEvents, type Inbox, type Outcome, readEvent } from './inbox';
import type { BusConnection, BusMessage, EventBus } from './nats';

interface ConsumerOptions extends Inbox, Pick<BusConnection, 'ready'> {
  stream: StreamName;
  log: Logger;
  metrics: Metrics;
  /** Attempts before a message becomes a dead letter. Outages, timeouts and conflicts of the database do not count. */
  maxTries?: number;
  /** Delay before the second attempt. It doubles with each further one. */
  firstRetryMs?: number;
}

/** Enough events to amortize a commit. A batch finishes well within the acknowledgement time. */
const batchSize = 100;
const maxRetryMs = 60_000;
/** A scrape does not wait longer for NATS. */
const backlogDeadlineMs = 2_000;
/**
 * Delay before NATS redelivers returned messages. Without it, servers before 2.10 can assign them to the pull request
 * that just ended, where they wait for the acknowledgement time.
 */
const returnDelayMs = 250;
/** Doubles with each attempt. */
const temporaryRetryMs = 500;
/** Short, so that read models are current soon after an outage. */
const temporaryRetryMaxMs = 15_000;

/** A parsed message. */
interface Received {
  message: BusMessage;
  event: EventEnvelope;
}

/** Whether the event itself is not the reason. A timeout or a conflict concerns only some events. */
const isTemporary = (error: unknown): boolean => isOutage(error) || isBusyDatabase(error);

/** Consumes a stream in order with one durable consumer per service. */
export const createConsumer = (options: ConsumerOptions) => {
  const { service, stream, ready, log, metrics, maxTries = 8, firstRetryMs = 250 } = options;
  const queue: BusMessage[] = [];
  const failures = new Map<string, number>();
  const temporaryFailures = new Map<string, number>();
  // Prometheus sees an increase only if the series already exists.
  metrics.eventsHandled.inc({ stream, outcome: 'dead' }, 0);
  let subscription: { close(): Promise<void> } | undefined;
  let isStopped = false;
  let work: Promise<void> = Promise.resolve();

  const forget = ({ id }: BusMessage): void => {
    failures.delete(id);
    temporaryFailures.delete(id);
  };
  const settle = (message: BusMessage, outcome: Outcome): void => {
    message.ack();
    forget(message);
    metrics.eventsHandled.inc({ stream, outcome });
  };
  const postpone = (message: BusMessage, ms: number): void => {
    message.retryAfter(ms);
    metrics.eventsHandled.inc({ stream, outcome: 'retried' });
  };
  /** Retries without end, with growing pauses. */
  const waitForRecovery = (message: BusMessage): void => {
    const before = temporaryFailures.get(message.id) ?? 0;
    temporaryFailures.set(message.id, before + 1);
    postpone(message, Math.min(temporaryRetryMaxMs, temporaryRetryMs * 2 ** before));
  };

  /** If the dead letter cannot be published, the message is redelivered. */
  const moveToDeadLetters = async (
    bus: EventBus,
    message: BusMessage,
    { message: reason }: Error,
  ): Promise<void> => {
    try {
      await publishDeadLetter(bus, service, message, reason);
    } catch {
      return waitForRecovery(message);
    }
    message.ack();
    forget(message);
    metrics.eventsHandled.inc({ stream, outcome: 'dead' });
    log.error({ subject: message.subject, reason }, 'event moved to the dead letters');
  };
  const fail = async (bus: EventBus, message: BusMessage, error: unknown): Promise<void> => {
    if (isTemporary(error)) return waitForRecovery(message);
    const tries = (failures.get(message.id) ?? 0) + 1;
    failures.set(message.id, tries);
    log.warn({ err: error, subject: message.subject, tries }, 'cannot apply event');
    if (tries < maxTries) return postpone(message, Math.min(maxRetryMs, firstRetryMs * 2 ** (tries - 1)));
    await moveToDeadLetters(bus, message, error as Error);
  };

  const apply = async (batch: readonly Received[]): Promise<void> => {
    const outcomes = await applyEvents(
      options,
      batch.map(({ event }) => event),
    );
    for (const [index, { message }] of batch.entries()) settle(message, outcomes[index] ?? 'ignored');
  };
  /**
   * Handles a batch in one transaction. If it fails, handles each event in its own, so that one event does not block
   * others.
   */
  const handle = async (bus: EventBus, batch: readonly Received[]): Promise<void> => {
    try {
      await apply(batch);
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only) return fail(bus, only.message, error);
      if (isOutage(error)) {
        for (const { message } of batch) waitForRecovery(message);
        return;
      }
      for (const received of batch) await handle(bus, [received]);
    }
  };
  /** Parses messages. An unreadable message becomes a dead letter at once. */
  const read = async (bus: EventBus, messages: readonly BusMessage[]): Promise<Received[]> => {
    const received = messages.map((message) => {
      try {
        return { message, event: readEvent(message.payload) };
      } catch (error) {
        return { message, error: error as Error };
      }
    });
    await Promise.all(received.map((one) => one.error && moveToDeadLetters(bus, one.message, one.error)));
    return received.filter((one) => one.event !== undefined);
  };
  const drain = async (bus: EventBus): Promise<void> => {
    while (queue.length > 0 && !isStopped) {
      const messages = queue.splice(0, batchSize);
      const batch = await read(bus, messages);
      if (batch.length > 0) await handle(bus, batch);
      await pauseBetweenBatches(messages.length);
    }
  };

  return {
    /** Starts as soon as NATS is reachable. The service runs meanwhile. */
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
    /** @throws while NATS is unavailable */
    readBacklog: async () => ({
      stream,
      ...(await withDeadline(
        ready.then((bus) => bus.readBacklog(stream, service)),
        backlogDeadlineMs,
      )),
    }),
    /** Finishes the current batch and returns the remaining messages to NATS. */
    stop: async (): Promise<void> => {
      isStopped = true;
      // Unsubscribe first, or returned messages would be delivered here again.
      await subscription?.close();
      for (const message of queue.splice(0)) message.retryAfter(returnDelayMs);
      await work;
    },
  };
};
