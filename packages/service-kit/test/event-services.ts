import { afterAll, beforeAll } from 'vitest';
import { createConsumer } from '../src/events/consumer';
import { createOutboxRelay } from '../src/events/outbox';
import {
  connectEventBus,
  createLog,
  createMetrics,
  type Database,
  type Logger,
  type Migration,
  memberReactions,
  memberReadModelMigration,
  memberSignInNameMigration,
  type Reaction,
  recordEvent,
  serviceKitMigration,
  withTransaction,
} from '../src/index';
import { createTestDatabase, pollUntil, startTestNats, type TestDatabase } from '../src/testing/index';

const deadlineMs = 50_000;

interface Infrastructure {
  publisher: TestDatabase;
  reader: TestDatabase;
  natsUrl: string;
  log: Logger;
}

/** Starts a publishing and a consuming service in one process. */
const startEventServices = async (
  { publisher, reader, natsUrl, log }: Infrastructure,
  service: string,
  reactions: readonly Reaction[] = memberReactions,
) => {
  const metrics = createMetrics('test');
  const { bus, ready, close } = connectEventBus(natsUrl, log);
  const relay = createOutboxRelay({ db: publisher.db, bus, log, metrics });
  const consumer = createConsumer({
    service,
    stream: 'OBIEG_IDENTITY',
    reactions,
    db: reader.db,
    ready,
    log,
    metrics,
    maxTries: 2,
    firstRetryMs: 10,
  });
  relay.start();
  await consumer.start();
  return {
    bus: await ready,
    /** Returns the number of messages with this outcome. */
    countHandled: async (outcome: string): Promise<number> =>
      (await metrics.eventsHandled.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0,
    untilPublished: () =>
      pollUntil(async () => (await relay.countWaiting()) === 0 || undefined, {
        deadlineMs,
        describe: 'the outbox is empty',
      }),
    stop: async () => {
      await Promise.all([relay.stop(), consumer.stop()]);
      await close();
    },
  };
};

export const userData = (id: number, username: string) => ({
  id,
  username,
  email: `${username}@acme.test`,
  systemRoles: [],
});

interface RecordOptions {
  /** Connection of another process to the publisher's database. */
  db?: Database;
  email?: string;
  traceparent?: string;
}

/**
 * Prepares a database for the publisher, one for the reader with the member read model, and a NATS server with default
 * limits.
 */
export const prepareEvents = (publisherMigrations: readonly Migration[] = []) => {
  let publisher: TestDatabase;
  let reader: TestDatabase;
  let nats: Awaited<ReturnType<typeof startTestNats>>;
  const lines: string[] = [];
  const log = createLog('test', 'warn', { write: (line) => void lines.push(line) });
  beforeAll(async () => {
    [publisher, reader] = await Promise.all([
      createTestDatabase([serviceKitMigration, ...publisherMigrations]),
      createTestDatabase([serviceKitMigration, memberReadModelMigration, memberSignInNameMigration]),
    ]);
    nats = await startTestNats();
  });
  afterAll(async () => {
    await nats.stop();
    await Promise.all([publisher.close(), reader.close()]);
  });
  const readName = async (id: number): Promise<string | undefined> =>
    (await reader.db.knex('users').where({ id }).first())?.username;

  return {
    get publisher() {
      return publisher;
    },
    get reader() {
      return reader;
    },
    get nats() {
      return nats;
    },
    /** Returns the messages of the errors that the services of the file logged with this text. */
    listLoggedErrors: (text: string): string[] =>
      lines
        .map((line) => JSON.parse(line))
        .filter(({ msg }) => msg === text)
        .map(({ err }) => err.message),
    startServices: (service: string, reactions?: readonly Reaction[]) =>
      startEventServices({ publisher, reader, natsUrl: nats.url, log }, service, reactions),
    recordUser: (id: number, username: string, options: RecordOptions = {}) => {
      const { db = publisher.db, email = `${username}@acme.test`, traceparent } = options;
      return withTransaction(db, async (tx) =>
        recordEvent(tx, {
          type: 'obieg.identity.user.changed',
          aggregateId: id,
          data: { ...userData(id, username), email },
          traceparent,
        }),
      );
    },
    /** Returns the username from the read model. */
    readName,
    untilNamed: (id: number, username: string) =>
      pollUntil(async () => (await readName(id)) === username || undefined, {
        deadlineMs,
        describe: `user ${id} has the name ${username}`,
      }),
  };
};
