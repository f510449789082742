import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  applyMessage,
  connectEventBus,
  createConsumer,
  createLog,
  createMetrics,
  createOutboxRelay,
  defineReaction,
  findMemberPermissions,
  memberReactions,
  memberReadModelMigration,
  recordEvent,
  serviceKitMigration,
  withTransaction,
} from '../src/index';
import {
  buildEvent,
  createTestDatabase,
  pollUntil,
  startTestNats,
  type TestDatabase,
} from '../src/testing/index';

const log = createLog('test', 'silent');
const user = (id: number, username: string) => ({
  id,
  username,
  email: `${username}@acme.test`,
  systemRoles: [],
});
let publisher: TestDatabase;
let reader: TestDatabase;
let nats: Awaited<ReturnType<typeof startTestNats>>;

beforeAll(async () => {
  publisher = await createTestDatabase([serviceKitMigration]);
  reader = await createTestDatabase([serviceKitMigration, memberReadModelMigration]);
  nats = await startTestNats();
});
afterAll(async () => {
  await nats.stop();
  await Promise.all([publisher.close(), reader.close()]);
});

const publishUser = (id: number, username: string) =>
  withTransaction(publisher.db, (tx) =>
    recordEvent(tx, { type: 'obieg.identity.user.changed', aggregateId: id, data: user(id, username) }),
  );
const nameOf = async (id: number): Promise<string | undefined> =>
  (await reader.db.knex('users').where({ id }).first())?.username;

describe('from outbox to read model', () => {
  it('carries every event over a killed and restarted NATS', async () => {
    const metrics = createMetrics('test');
    const { bus, ready, close } = connectEventBus(nats.url, log);
    const relay = createOutboxRelay({ db: publisher.db, databaseUrl: publisher.appUrl, bus, log, metrics });
    const consumer = createConsumer({
      service: 'reader',
      stream: 'OBIEG_IDENTITY',
      reactions: memberReactions,
      db: reader.db,
      bus,
      ready,
      log,
      metrics,
    });
    relay.start();
    await consumer.start();
    await publishUser(1, 'before');
    await pollUntil(async () => (await nameOf(1)) ?? undefined, { describe: 'the first event arrives' });

    await nats.kill();
    for (let id = 2; id <= 60; id += 1) await publishUser(id, `user${id}`);
    await publishUser(1, 'after');
    await nats.restart();
    await pollUntil(async () => ((await relay.countWaiting()) === 0 ? true : undefined), {
      deadlineMs: 50_000,
      describe: 'the outbox is empty',
    });
    await pollUntil(async () => ((await nameOf(1)) === 'after' ? true : undefined), {
      deadlineMs: 50_000,
      describe: 'the last event arrives',
    });
    expect(await reader.db.knex('users').count('* as count').first()).toEqual({ count: 60 });

    await Promise.all([relay.stop(), consumer.stop()]);
    await close();
  });

  it('makes a dead letter of what cannot be applied and goes on', async () => {
    const metrics = createMetrics('test');
    const { bus, ready, close } = connectEventBus(nats.url, log);
    const connected = await ready;
    const letters: string[] = [];
    const follower = await connected.follow('dead.obieg.>', (payload) => letters.push(payload));
    const failing = defineReaction({
      type: 'obieg.identity.user.changed',
      apply: async (_, { data }) => {
        if (data.id === 500) throw new Error('cannot be applied');
        await reader.db
          .knex('users')
          .insert({ id: data.id, username: 'handled', email: 'x', system_roles: [] });
      },
    });
    const consumer = createConsumer({
      service: 'failing',
      stream: 'OBIEG_IDENTITY',
      reactions: [failing],
      db: reader.db,
      bus,
      ready,
      log,
      metrics,
      maxDeliveries: 2,
      firstRetryMs: 10,
    });
    await consumer.start();
    for (const id of [500, 501]) {
      const event = buildEvent('obieg.identity.user.changed', user(id, 'late'), {
        aggregateId: id,
        version: 1_000_000 + id,
      });
      await connected.publish('obieg.identity.user.changed', event, JSON.parse(event).id);
    }
    await pollUntil(async () => ((await nameOf(501)) === 'handled' ? true : undefined), {
      describe: 'the next event is applied',
    });
    const letter = await pollUntil(async () => letters.find((text) => text.includes('cannot be applied')), {
      describe: 'the dead letter',
    });
    expect(JSON.parse(letter)).toMatchObject({
      service: 'failing',
      subject: 'obieg.identity.user.changed',
      reason: 'cannot be applied',
    });
    await Promise.all([consumer.stop(), follower.close()]);
    await close();
  });
});

describe('applyMessage', () => {
  const apply = (payload: string) =>
    applyMessage({ service: 'direct', reactions: memberReactions, db: reader.db }, payload);
  const membership = (roles: ('MEMBER' | 'OPERATOR')[], version: number) =>
    buildEvent(
      'obieg.identity.membership.changed',
      { organizationId: 7, userId: 700, roles, isEmailVerified: true },
      { aggregateId: 700, version },
    );

  it('applies an event once and drops what is older', async () => {
    await apply(
      buildEvent('obieg.identity.user.changed', user(700, 'marek'), { aggregateId: 700, version: 10 }),
    );
    const newer = membership(['OPERATOR'], 20);
    expect(await apply(newer)).toBe('applied');
    expect(await apply(newer)).toBe('duplicate');
    expect(await apply(membership(['MEMBER'], 19))).toBe('outdated');
    const member = await findMemberPermissions(reader.db, 700, 7);
    expect([...(member?.permissions ?? [])].sort()).toEqual(['BASE', 'OPERATOR']);
  });

  it('repairs with an event of the same version', async () => {
    expect(await apply(membership(['MEMBER'], 30))).toBe('applied');
    expect(await apply(membership(['MEMBER'], 30))).toBe('applied');
  });

  it('knows nobody in an organization that they are not a member of', async () => {
    expect(await findMemberPermissions(reader.db, 700, 8)).toBeUndefined();
    expect(await findMemberPermissions(reader.db, 12_345, 7)).toBeUndefined();
    await apply(membership([], 40));
    expect(await findMemberPermissions(reader.db, 700, 7)).toBeUndefined();
  });

  it('refuses what is no event', async () => {
    await expect(apply('{}')).rejects.toThrow();
    await expect(apply(membership(['MEMBER'], 50).replace('"userId":700', '"userId":"x"'))).rejects.toThrow();
  });
});
