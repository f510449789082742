import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectEventBus } from '../src/events/nats';
import {
  createDatabase,
  createLog,
  type Database,
  defineReaction,
  serviceKitMigration,
  setAsideMigration,
  withTransaction,
} from '../src/index';
import { createServiceParts } from '../src/process/service-parts';
import {
  buildEvent,
  createTestDatabase,
  pollUntil,
  startTestNats,
  type TestDatabase,
} from '../src/testing/index';
import { userData } from './event-services';

const identity = { readKeys: async () => ({ keys: [] }), readRevokedSessions: async () => ({}) };
const type = 'obieg.identity.user.changed';
const log = createLog('test', 'silent');
const migrations = [serviceKitMigration, setAsideMigration];

let database: TestDatabase;
let db: Database;
let nats: Awaited<ReturnType<typeof startTestNats>>;
beforeAll(async () => {
  [database, nats] = await Promise.all([createTestDatabase(migrations), startTestNats()]);
  db = createDatabase({ url: database.appUrl, poolSize: 4 });
});
afterAll(async () => {
  await db.close();
  await nats.stop();
  await database.close();
});

const openGate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
};

/** Starts a service that applies events once the gate is open. */
const startParts = async (gate: Promise<void>) => {
  const parts = createServiceParts({
    name: 'svc-test',
    db: createDatabase({ url: database.appUrl }),
    natsUrl: nats.url,
    identity,
    migrations,
    consumers: [{ stream: 'OBIEG_IDENTITY', reactions: [defineReaction({ type, apply: () => gate })] }],
    log,
  });
  await parts.start();
  const read = async (name: string): Promise<number> => {
    const text = await parts.metrics.registry.metrics();
    return Number(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'm').exec(text)?.[1]);
  };
  const untilMetric = (name: string, isReached: (value: number) => boolean) =>
    pollUntil(async () => isReached(await read(name)) || undefined, { describe: name });
  return { ...parts, read, untilMetric };
};

describe('metrics of a service', () => {
  it('show the messages that wait, and their age, until they are handled', async () => {
    const gate = openGate();
    const parts = await startParts(gate.opened);
    await parts.untilMetric('obieg_nats_up', (value) => value === 1);
    await parts.untilMetric('obieg_consumer_waiting', (value) => value === 0);
    const { ready, close } = connectEventBus(nats.url, log);
    const bus = await ready;
    for (const id of [1, 2, 3])
      await bus.publish(
        type,
        buildEvent(type, userData(id, `user${id}`), { aggregateId: id }),
        `message-${id}`,
      );
    await parts.untilMetric('obieg_consumer_waiting', (value) => value === 3);
    const before = await parts.read('obieg_consumer_lag_seconds');
    expect(before).toBeGreaterThan(0);
    await parts.untilMetric('obieg_consumer_lag_seconds', (value) => value > before);

    gate.open();
    await parts.untilMetric('obieg_consumer_waiting', (value) => value === 0);
    expect(await parts.read('obieg_consumer_lag_seconds')).toBe(0);
    await Promise.all([close(), parts.stop()]);
  });

  it('show connections that are used and callers that wait for one', async () => {
    const gate = openGate();
    const parts = createServiceParts({
      name: 'svc-test',
      db,
      natsUrl: nats.url,
      identity,
      migrations,
      consumers: [],
      log,
    });
    const work = Array.from({ length: 6 }, () =>
      withTransaction(db, async (tx) => {
        await tx.raw('select 1');
        await gate.opened;
      }),
    );
    await pollUntil(async () => db.pool.totalCount - db.pool.idleCount === 4 || undefined, {
      describe: 'all connections are used',
    });
    // The queues are counted when a connection is free again.
    const scrape = parts.metrics.registry.metrics();
    gate.open();
    const text = await scrape;
    expect(text).toContain('obieg_database_connections{state="used",service="svc-test"} 4');
    expect(
      Number(
        /state="waiting",service="svc-test"\} (\d+)/.exec(
          text.slice(text.indexOf('obieg_database_connections{')),
        )?.[1],
      ),
    ).toBeGreaterThanOrEqual(2);
    await Promise.all(work);
  });

  it('show an outage of NATS', async () => {
    const parts = await startParts(Promise.resolve());
    await parts.untilMetric('obieg_nats_up', (value) => value === 1);
    await nats.kill();
    await parts.untilMetric('obieg_nats_up', (value) => value === 0);
    await parts.stop();
  });
});
