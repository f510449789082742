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
import { withDeadline } from '../process/deadline';
import { untilDone } from '../process/until-done';
import { splitBundle } from './bundles';
import { createListeners, type Handle } from './listeners';
import { ensureStreams, streamSubjects } from './streams';

/** With `streams.ts` the only module that knows the NATS client. */
export interface EventBus {
  /** Something can be published. */
  isConnected(): boolean;
  /** What is consumed and followed arrives; a connection alone does not tell, a server may come back empty. */
  isListening(): boolean;
  publish(subject: string, payload: string, messageId: string): Promise<void>;
  /** Delivers a stream's events to one durable consumer until the handle is closed. `handle` must not throw. */
  consume(options: ConsumeOptions): Promise<Handle>;
  /** Delivers the events that the streams hold of one subject, then those that come, to each process; all again after a reconnect. */
  follow(subject: string, handle: (payload: string) => void): Promise<Handle>;
  /** Delivers what is published of one subject from now on, to each process; what comes while NATS is away is missed. */
  hear(subject: string, handle: (payload: string) => void): Handle;
  /** What a stream holds of one subject at this moment, oldest first. */
  read(stream: StreamName, subject: string): Promise<StoredMessage[]>;
  remove(stream: StreamName, sequence: number): Promise<void>;
  close(): Promise<void>;
}

interface StoredMessage {
  sequence: number;
  payload: string;
}

/** One event, which may have come in one message with others. */
export interface BusMessage {
  payload: string;
  subject: string;
  /** Names it within all streams, the same at each delivery. */
  id: string;
  ack(): void;
  /** Asks for it again after this time, and for those that came with it. */
  retryAfter(ms: number): void;
}

interface ConsumeOptions {
  stream: StreamName;
  durable: string;
  handle(message: BusMessage): void;
}

export interface BusConnection {
  /** The bus once it was reached for the first time. */
  bus(): EventBus | undefined;
  /** Settles with the first connection; stays open where there is none before the end. */
  ready: Promise<EventBus>;
  close(): Promise<void>;
}

const publishTimeoutMs = 2_000;
const flushMs = 1_000;
const connectRetryMs = 250;
/** A process that is killed gives its messages back after this time; work on one batch takes well below a second. */
const ackWaitMs = 10_000;
/** Of up to 20 events each (`bundles.ts`): they are applied within three seconds. */
const prefetchedMessages = 100;
/** Also the client's longest pause between two tries to find its consumer again, hence far below its 30 seconds. */
const pullExpiresMs = 5_000;
const idleHeartbeatMs = 2_000;

// A closed connection: the message comes again, and the inbox knows it.
const quietly = (work: () => void): void => {
  try {
    work();
  } catch {}
};

/**
 * The events of a message, which is acknowledged with the last of them. Where one of them is to come again all do: those
 * that were applied are duplicates then.
 */
const toBusMessages = (message: JsMsg): BusMessage[] => {
  const { subject, seq, info } = message;
  const payloads = splitBundle(message.string());
  let open = payloads.length;
  return payloads.map((payload, index) => ({
    payload,
    subject,
    id: `${info.stream}-${seq}-${info.timestampNanos}-${index}`,
    ack: () => {
      open -= 1;
      if (open === 0) quietly(() => message.ack());
    },
    // The client sends one answer for a message: what is acknowledged after this comes again, too.
    retryAfter: (ms) => quietly(() => message.nak(ms)),
  }));
};

/**
 * Connects for ever, and stays usable over restarts of the server. A service runs without it; its writes wait in the
 * outbox.
 */
export const connectEventBus = (url: string, log: Logger): BusConnection => {
  const closing = new AbortController();
  let bus: EventBus | undefined;

  const tryToOpen = async (): Promise<EventBus> => {
    const connection = await connect({
      servers: url,
      maxReconnectAttempts: -1,
      reconnectTimeWait: connectRetryMs,
      pingInterval: 5_000,
      // An error's stack for each message that is sent, in case it fails.
      noAsyncTraces: true,
    });
    try {
      await ensureStreams(connection);
    } catch (error) {
      await connection.close();
      throw error;
    }
    return createEventBus(connection, log);
  };
  const open = async (): Promise<EventBus> => {
    bus = await untilDone(tryToOpen, {
      pauseMs: connectRetryMs,
      signal: closing.signal,
      onFailure: (error) => log.warn({ err: error }, 'NATS is away, events wait'),
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

const createEventBus = (connection: NatsConnection, log: Logger): EventBus => {
  const jetstream = connection.jetstream();
  const { listen, isComplete, suspend, restore, repair } = createListeners({
    prepare: () => ensureStreams(connection),
    isClosed: () => connection.isClosed(),
    log,
    retryMs: connectRetryMs,
  });
  let isUp = true;
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
  watch().catch((error: unknown) => log.error({ err: error }, 'NATS cannot be watched'));
  const watchMessages = async (messages: ConsumerMessages): Promise<void> => {
    for await (const { type } of await messages.status())
      if (type === ConsumerEvents.ConsumerNotFound || type === ConsumerEvents.StreamNotFound) repair();
  };

  return {
    isConnected: () => isUp && !connection.isClosed(),
    isListening: () => isComplete() && !connection.isClosed(),
    publish: async (subject, payload, messageId) => {
      try {
        await jetstream.publish(subject, payload, { msgID: messageId, timeout: publishTimeoutMs });
      } catch (error) {
        if ((error as NatsError).code === ErrorCode.NoResponders) repair();
        throw error;
      }
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
        // A loop that is left would keep prefetched messages until their time runs out: callbacks only.
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
    hear: (subject, handle) => {
      const callback = (error: NatsError | null, message: Msg): void => {
        if (!error) for (const payload of splitBundle(message.string())) handle(payload);
      };
      const subscription = connection.subscribe(subject, { callback });
      return { close: async () => subscription.unsubscribe() };
    },
    read: async (stream, subject) => {
      const consumer = await jetstream.consumers.get(stream, { filterSubjects: subject });
      const { num_pending: count } = await consumer.info();
      const stored: StoredMessage[] = [];
      if (count === 0) return stored;
      for await (const message of await consumer.fetch({ max_messages: count, expires: pullExpiresMs }))
        stored.push({ sequence: message.seq, payload: message.string() });
      return stored;
    },
    remove: async (stream, sequence) => {
      const manager = await connection.jetstreamManager();
      await manager.streams.deleteMessage(stream, sequence);
    },
    close: async () => {
      // Closing alone loses the acknowledgements that are on their way.
      if (isUp) await withDeadline(connection.flush(), flushMs).catch(() => undefined);
      await connection.close();
    },
  };
};
