import type { StreamName } from '@obieg/contracts';
import {
  AckPolicy,
  ConsumerEvents,
  type ConsumerMessages,
  connect,
  consumerOpts,
  DeliverPolicy,
  ErrorCode,
  type JsMsg,
  type Msg,
  type NatsConnection,
  type NatsError,
  nanos,
} from 'nats';
import type { Logger } from 'pino';
import type { Backlog } from '../observability/metrics';
import { withDeadline } from '../outgoing-calls/deadline';
import { retryUntilDone } from '../outgoing-calls/retry-until-done';
import { splitBundle } from './bundles';
import { createListeners, type Handle } from './listeners';
import { parseNatsAddress } from './nats-address';
import { ensureStreams, streamSubjects } from './streams';

/** Access to NATS. Only this module and `streams.ts` import the NATS client. */
export interface EventBus {
  /** Whether events can be published. */
  isConnected(): boolean;
  /**
   * Whether consumers and followers receive events. A connection alone is not enough, because a server can return
   * without streams.
   */
  isListening(): boolean;
  publish(subject: string, payload: string, messageId: string): Promise<void>;
  /**
   * Whether a failed `publish` is the message's own fault, so that a retry cannot succeed.
   *
   * @param wereOthersAccepted whether NATS accepted other messages meanwhile
   */
  isAtFault(error: unknown, wereOthersAccepted: boolean): Promise<boolean>;
  /**
   * Delivers a stream's events to the service's durable consumer until the handle is closed. `handle` must not throw.
   */
  consume(options: ConsumeOptions): Promise<Handle>;
  /** Reads what a durable consumer has not acknowledged. @throws while the stream has no leader */
  readBacklog(stream: StreamName, durable: string): Promise<Backlog>;
  /** Delivers all stored events of a subject, then new ones, to every process. Starts over after a reconnect. */
  follow(subject: string, handle: (payload: string) => void): Promise<Handle>;
  /** Delivers events of a subject from now on to every process, without persistence. */
  subscribe(subject: string, handle: (payload: string) => void): Handle;
  /** Sends a message to every process that subscribes now, without persistence. Dropped while NATS is unavailable. */
  broadcast(subject: string, payload: string): void;
  /** Reads the stored messages of a subject, oldest first. @throws while the stream has no leader */
  read(stream: StreamName, subject: string): Promise<StoredMessage[]>;
  remove(stream: StreamName, sequence: number): Promise<void>;
  close(): Promise<void>;
}

interface StoredMessage {
  sequence: number;
  payload: string;
}

/** An event. Several can share one message. */
export interface BusMessage {
  payload: string;
  subject: string;
  /** Unique across streams and equal at each delivery. */
  id: string;
  ack(): void;
  /** Requests redelivery of the whole message after this time. */
  retryAfter(ms: number): void;
}

interface ConsumeOptions {
  stream: StreamName;
  durable: string;
  handle(message: BusMessage): void;
}

export interface BusConnection {
  /** The bus, once it has connected for the first time. */
  bus(): EventBus | undefined;
  /** Resolves with the first connection. */
  ready: Promise<EventBus>;
  close(): Promise<void>;
}

const publishTimeoutMs = 2_000;
const flushMs = 1_000;
const connectRetryMs = 250;
const streamCheckMs = 200;
/** NATS redelivers messages of a killed process after this time. Handling a batch takes less than a second. */
const ackWaitMs = 10_000;
/** A message has up to 20 events (`bundles.ts`); the service applies 100 messages within three seconds. */
const prefetchedMessages = 100;
/** Also the client's delay before it looks for a missing consumer again; 30 seconds by default. */
const pullExpiresMs = 5_000;
const idleHeartbeatMs = 2_000;
/** NATS removes the consumer of a read that ended early after this time. */
const readerLifetimeMs = 60_000;

// On a closed connection, `ack` throws. NATS then redelivers the message, and the inbox drops it.
const ignoringErrors = (work: () => void): void => {
  try {
    work();
  } catch {}
};

/**
 * Splits a message into events. The last acknowledged event acknowledges the message. If one event needs a retry, all
 * are redelivered, and the inbox skips those already applied.
 */
const toBusMessages = (message: JsMsg): BusMessage[] => {
  const { subject, seq, info } = message;
  const payloads = splitBundle(message.string());
  let unacknowledged = payloads.length;
  return payloads.map((payload, index) => ({
    payload,
    subject,
    id: `${info.stream}-${seq}-${info.timestampNanos}-${index}`,
    ack: () => {
      unacknowledged -= 1;
      if (unacknowledged === 0) ignoringErrors(() => message.ack());
    },
    // The client sends only one response per message, so a later acknowledgement has no effect.
    retryAfter: (ms) => ignoringErrors(() => message.nak(ms)),
  }));
};

/**
 * Connects with unlimited retries and reconnects after a restart of the server. Without NATS, a service runs and its
 * events wait in the outbox.
 *
 * @param streamReplicas servers of a NATS cluster that store each stream
 */
export const connectEventBus = (url: string, log: Logger, streamReplicas = 1): BusConnection => {
  const closing = new AbortController();
  let bus: EventBus | undefined;

  const tryToOpen = async (): Promise<EventBus> => {
    const connection = await connect({
      ...parseNatsAddress(url),
      maxReconnectAttempts: -1,
      reconnectTimeWait: connectRetryMs,
      pingInterval: 5_000,
      // Without this, the client creates a stack trace for each message.
      noAsyncTraces: true,
    });
    try {
      await ensureStreams(connection, streamReplicas);
    } catch (error) {
      await connection.close();
      throw error;
    }
    return createEventBus(connection, log, streamReplicas);
  };
  const open = async (): Promise<EventBus> => {
    bus = await retryUntilDone(tryToOpen, {
      pauseMs: connectRetryMs,
      signal: closing.signal,
      onFailure: (error) => log.warn({ err: error }, 'NATS is unavailable; events wait in the outbox'),
    });
    if (closing.signal.aborted) await bus.close();
    else log.info('connected to NATS');
    return bus;
  };

  const ready = open();
  return {
    bus: () => bus,
    ready,
    close: async () => {
      closing.abort();
      await bus?.close();
    },
  };
};

class InvalidSubjectError extends Error {
  constructor(subject: string) {
    super(`not a subject of NATS: ${JSON.stringify(subject)}`);
    this.name = 'InvalidSubjectError';
  }
}

class NoStreamError extends Error {
  constructor(subject: string, cause: unknown) {
    super(`no stream of NATS stores the subject ${subject}`, { cause });
    this.name = 'NoStreamError';
  }
}

/** Whether all streams exist and have a leader. */
const hasStreams = async (connection: NatsConnection): Promise<boolean> => {
  try {
    const { streams: manager } = await connection.jetstreamManager();
    for (const name of Object.keys(streamSubjects)) {
      const { cluster } = await manager.info(name);
      if (cluster && !cluster.leader) return false;
    }
    return true;
  } catch {
    return false;
  }
};

const createEventBus = (connection: NatsConnection, log: Logger, streamReplicas: number): EventBus => {
  const jetstream = connection.jetstream();
  const { listen, isComplete, suspend, restore, repair } = createListeners({
    prepare: () => ensureStreams(connection, streamReplicas),
    isClosed: () => connection.isClosed(),
    log,
    retryMs: connectRetryMs,
  });
  let isUp = true;
  let streamCheck = { at: Number.NEGATIVE_INFINITY, result: Promise.resolve(false) };
  /** One check for all messages of a batch. */
  const checkStreams = (): Promise<boolean> => {
    if (performance.now() - streamCheck.at > streamCheckMs)
      streamCheck = { at: performance.now(), result: hasStreams(connection) };
    return streamCheck.result;
  };
  const watch = async (): Promise<void> => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'reconnecting') {
        isUp = false;
        suspend();
      } else if (type === 'reconnect') {
        isUp = true;
        restore();
      }
    }
  };
  watch().catch((error: unknown) => log.error({ err: error }, 'cannot watch the NATS connection'));
  const watchMessages = async (messages: ConsumerMessages): Promise<void> => {
    for await (const { type } of await messages.status())
      if (type === ConsumerEvents.ConsumerNotFound || type === ConsumerEvents.StreamNotFound) repair();
  };

  return {
    isConnected: () => isUp && !connection.isClosed(),
    isListening: () => isComplete() && !connection.isClosed(),
    publish: async (subject, payload, messageId) => {
      // The client sends the subject unchanged, and white space would break the connection.
      if (!/^[^\s.]+(\.[^\s.]+)*$/.test(subject)) throw new InvalidSubjectError(subject);
      try {
        await jetstream.publish(subject, payload, { msgID: messageId, timeout: publishTimeoutMs });
      } catch (error) {
        if ((error as NatsError).code !== ErrorCode.NoResponders) throw error;
        if (!(await checkStreams())) repair();
        throw new NoStreamError(subject, error);
      }
    },
    isAtFault: async (error, wereOthersAccepted) => {
      if (error instanceof InvalidSubjectError) return true;
      const { code, api_error } = error as NatsError;
      if (code === ErrorCode.MaxPayloadExceeded || code === ErrorCode.BadSubject) return true;
      // Without any other message, a rejection can also mean that the stream is full.
      if (api_error !== undefined) return wereOthersAccepted;
      return error instanceof NoStreamError && checkStreams();
    },
    consume: ({ stream, durable, handle }) =>
      listen(async () => {
        const manager = await connection.jetstreamManager();
        await manager.consumers.add(stream, {
          durable_name: durable,
          filter_subject: streamSubjects[stream],
          ack_policy: AckPolicy.Explicit,
          deliver_policy: DeliverPolicy.All,
          ack_wait: nanos(ackWaitMs),
          max_ack_pending: 500,
        });
        const consumer = await jetstream.consumers.get(stream, durable);
        // No iterator: after it ends, prefetched messages stay assigned until their acknowledgement time ends.
        const messages = await consumer.consume({
          max_messages: prefetchedMessages,
          expires: pullExpiresMs,
          idle_heartbeat: idleHeartbeatMs,
          callback: (message) => {
            for (const event of toBusMessages(message)) handle(event);
          },
        });
        watchMessages(messages).catch(() => undefined);
        return { close: async () => void (await messages.close()) };
      }),
    readBacklog: async (stream, durable) => {
      const { consumers, streams } = await connection.jetstreamManager();
      const { num_pending, num_ack_pending, ack_floor } = await consumers.info(stream, durable);
      const waiting = num_pending + num_ack_pending;
      if (waiting === 0) return { waiting, oldestSeconds: 0 };
      // The stream may have discarded the message with the next number, so the server looks for the first one from there.
      const next = { seq: ack_floor.stream_seq + 1, next_by_subj: streamSubjects[stream] };
      const oldest = await streams.getMessage(stream, next);
      return { waiting, oldestSeconds: Math.max(0, (Date.now() - oldest.time.getTime()) / 1_000) };
    },
    follow: (subject, handle) =>
      listen(async () => {
        const options = consumerOpts();
        options.orderedConsumer();
        options.deliverAll();
        options.callback((error, message) => {
          if (!error && message) for (const payload of splitBundle(message.string())) handle(payload);
        });
        const subscription = await jetstream.subscribe(subject, options);
        return { close: async () => subscription.unsubscribe() };
      }),
    subscribe: (subject, handle) => {
      const callback = (error: NatsError | null, message: Msg): void => {
        if (!error) for (const payload of splitBundle(message.string())) handle(payload);
      };
      const subscription = connection.subscribe(subject, { callback });
      return { close: async () => subscription.unsubscribe() };
    },
    broadcast: (subject, payload) => {
      // The client would store messages for the time after a reconnect.
      if (isUp && !connection.isClosed()) connection.publish(subject, payload);
    },
    read: async (stream, subject) => {
      const manager = await connection.jetstreamManager();
      const { config } = await manager.streams.info(stream);
      const { name, num_pending: count } = await manager.consumers.add(stream, {
        filter_subject: subject,
        ack_policy: AckPolicy.None,
        deliver_policy: DeliverPolicy.All,
        inactive_threshold: nanos(readerLifetimeMs),
        mem_storage: true,
        // By default, an unnamed consumer has one replica, and NATS can place it on a server that has just failed.
        num_replicas: config.num_replicas,
      });
      const stored: StoredMessage[] = [];
      if (count === 0) return stored;
      const consumer = await jetstream.consumers.get(stream, name);
      for await (const message of await consumer.fetch({ max_messages: count, expires: pullExpiresMs }))
        stored.push({ sequence: message.seq, payload: message.string() });
      await manager.consumers.delete(stream, name);
      return stored;
    },
    remove: async (stream, sequence) => {
      const manager = await connection.jetstreamManager();
      await manager.streams.deleteMessage(stream, sequence);
    },
    close: async () => {
      // `close` alone drops acknowledgements in transit.
      if (isUp) await withDeadline(connection.flush(), flushMs).catch(() => undefined);
      await connection.close();
    },
  };
};
