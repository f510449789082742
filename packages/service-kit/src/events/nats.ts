import { streams } from '@obieg/contracts';
import {
  AckPolicy,
  connect,
  consumerOpts,
  DeliverPolicy,
  type JsMsg,
  type NatsConnection,
  nanos,
  RetentionPolicy,
  StorageType,
} from 'nats';
import type { Logger } from 'pino';

/** The only module that knows the NATS client. */
export interface EventBus {
  isConnected(): boolean;
  publish(subject: string, payload: string, messageId: string): Promise<void>;
  /** Delivers a stream's messages to one durable consumer until the handle is closed. */
  consume(options: ConsumeOptions): Promise<{ close(): Promise<void> }>;
  /** Delivers what the streams still hold of one subject, then what comes; each process gets all of it. */
  follow(subject: string, handle: (payload: string) => void): Promise<{ close(): Promise<void> }>;
  close(): Promise<void>;
}

export interface BusMessage {
  payload: string;
  subject: string;
  deliveryCount: number;
  ack(): void;
  /** Asks for the message again after this time. */
  retryAfter(ms: number): void;
}

interface ConsumeOptions {
  stream: string;
  durable: string;
  filterSubject: string;
  ackWaitMs: number;
  handle(message: BusMessage): void;
}

const day = 24 * 60 * 60 * 1_000;
/** Inboxes remember longer than streams hold, or an old message could be applied twice. */
const streamMaxAgeMs = 14 * day;
const deadLetterMaxAgeMs = 90 * day;
const publishTimeoutMs = 2_000;

const toBusMessage = (message: JsMsg): BusMessage => ({
  payload: message.string(),
  subject: message.subject,
  deliveryCount: message.info.redeliveryCount,
  ack: () => message.ack(),
  retryAfter: (ms) => message.nak(ms),
});

const streamSubjects: Record<string, string> = {
  [streams.identity]: 'obieg.identity.>',
  [streams.workflow]: 'obieg.workflow.>',
  [streams.tasks]: 'obieg.tasks.>',
  [streams.deadLetters]: 'dead.obieg.>',
};

/** Makes the streams where they are missing; every service may be the first. */
const ensureStreams = async (connection: NatsConnection): Promise<void> => {
  const manager = await connection.jetstreamManager();
  for (const [name, subject] of Object.entries(streamSubjects)) {
    const exists = await manager.streams.info(name).then(
      () => true,
      () => false,
    );
    if (exists) continue;
    await manager.streams.add({
      name,
      subjects: [subject],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      max_age: nanos(name === streams.deadLetters ? deadLetterMaxAgeMs : streamMaxAgeMs),
      duplicate_window: nanos(10 * 60 * 1_000),
    });
  }
};

/**
 * Connects for ever: `ready` settles with the first connection, and the bus stays usable over restarts of the server.
 * The service runs without it; its writes wait in the outbox.
 */
export const connectEventBus = (
  url: string,
  log: Logger,
): { bus: () => EventBus | undefined; ready: Promise<EventBus>; close(): Promise<void> } => {
  let bus: EventBus | undefined;
  let isClosed = false;
  const open = async (): Promise<EventBus> => {
    const connection = await connect({
      servers: url,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      waitOnFirstConnect: true,
      pingInterval: 5_000,
    });
    await ensureStreams(connection);
    bus = createEventBus(connection);
    if (isClosed) await bus.close();
    else log.info('connected to NATS');
    return bus;
  };
  const ready = open();
  ready.catch((error: unknown) => log.error({ err: error }, 'NATS cannot be used'));
  return {
    bus: () => bus,
    ready,
    close: async () => {
      isClosed = true;
      await bus?.close();
    },
  };
};

const createEventBus = (connection: NatsConnection): EventBus => {
  const jetstream = connection.jetstream();
  let isUp = true;
  const watch = async (): Promise<void> => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'reconnecting') isUp = false;
      if (type === 'reconnect') isUp = true;
    }
  };
  void watch();
  return {
    isConnected: () => isUp && !connection.isClosed(),
    publish: async (subject, payload, messageId) => {
      await jetstream.publish(subject, payload, { msgID: messageId, timeout: publishTimeoutMs });
    },
    consume: async ({ stream, durable, filterSubject, ackWaitMs, handle }) => {
      const manager = await connection.jetstreamManager();
      await manager.consumers.add(stream, {
        durable_name: durable,
        filter_subject: filterSubject,
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
        ack_wait: nanos(ackWaitMs),
        max_ack_pending: 500,
      });
      const consumer = await jetstream.consumers.get(stream, durable);
      // A loop that is left would keep prefetched messages until their time runs out: callbacks only.
      const messages = await consumer.consume({
        max_messages: 200,
        idle_heartbeat: 2_000,
        callback: (message) => handle(toBusMessage(message)),
      });
      return { close: async () => void (await messages.close()) };
    },
    follow: async (subject, handle) => {
      const options = consumerOpts();
      options.orderedConsumer();
      options.deliverAll();
      options.callback((error, message) => {
        if (!error && message) handle(message.string());
      });
      const subscription = await jetstream.subscribe(subject, options);
      return { close: async () => subscription.unsubscribe() };
    },
    close: () => connection.close(),
  };
};
