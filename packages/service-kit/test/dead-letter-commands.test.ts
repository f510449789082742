import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { countConnections } from '../src/database/database';
import {
  connectEventBus,
  createDatabase,
  createLog,
  createMetrics,
  createServiceParts,
  deadLetterCommands,
  memberReactions,
  recordEvent,
  reportHealth,
  serviceKitMigration,
  setAside,
  setAsideMigration,
  withTransaction,
} from '../src/index';
import { outboxQueue } from '../src/queues/queue';
import { countQueues } from '../src/queues/set-aside';
import { buildEvent } from '../src/testing/index';
import { prepareEvents, userData } from './event-services';

const events = prepareEvents([setAsideMigration]);
afterEach(() => void vi.unstubAllEnvs());

/** Runs the command of the publishing service. @returns its log */
const run = async (...args: string[]): Promise<Record<string, unknown>[]> => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('test', 'info', { write: (line) => void lines.push(JSON.parse(line)) });
  vi.stubEnv('DATABASE_URL', events.publisher.appUrl);
  vi.stubEnv('NATS_URL', events.nats.url);
  const sources = [{ stream: 'OBIEG_IDENTITY' as const, reactions: memberReactions }];
  await deadLetterCommands('svc-test', sources, log)['dead-letters'](args);
  return lines.filter(({ msg }) => msg !== 'connected to NATS');
};

/** Sets an event aside as the relay does. */
const setEventAside = async (subject: string, envelope: string): Promise<void> => {
  const { db } = events.publisher;
  const [{ id }] = (await db
    .knex('outbox')
    .insert({ event_id: randomUUID(), subject, envelope })
    .returning<{ id: number }[]>('id')) as [{ id: number }];
  await withTransaction(db, (tx) =>
    setAside(tx, outboxQueue, [id], { tries: 5, error: new Error('no stream stores it') }),
  );
};
const listIds = async (): Promise<unknown[]> =>
  (await run('list')).filter(({ msg }) => msg === 'row set aside').map(({ id }) => id);

describe('dead-letters', () => {
  it('says that there is nothing', async () => {
    expect(await run('list')).toMatchObject([
      { msg: 'no dead letters, and no rows of queues are set aside' },
    ]);
    expect(await run('replay')).toMatchObject([
      { msg: 'no dead letters, and no rows of queues are set aside' },
    ]);
  });

  it.each([['999'], ['outbox:999'], ['search:1']])('fails for %s, which does not exist', async (id) => {
    await expect(run('replay', id)).rejects.toThrow(`There is no dead letter ${id}`);
    await expect(run('discard', id)).rejects.toThrow(`There is no dead letter ${id}`);
  });

  it.each([[['repeat']], [[]], [['discard']], [['list', '1', '2']], [['replay', 'all']]])(
    'explains for %j how to run it in a cluster and elsewhere',
    async (args) => {
      await expect(run(...args)).rejects.toThrow(
        /dead-letters list .*kubectl exec --namespace obieg deploy\/svc-test -- node dist\/main\.mjs.*npm run service -- svc-test dead-letters list/s,
      );
    },
  );

  it('lists, replays and discards rows of queues', async () => {
    const event = buildEvent('obieg.identity.user.changed', userData(7, 'seven'), { aggregateId: 7 });
    await setEventAside('obieg.identity.user.changed', event);
    await setEventAside('nowhere.at.all', '{}');
    const [first, second] = (await listIds()) as [string, string];
    expect(await run('list')).toMatchObject([
      { id: first, reason: 'no stream stores it', tries: 5, row: { subject: 'obieg.identity.user.changed' } },
      { id: second, row: { subject: 'nowhere.at.all' } },
    ]);
    expect(await countQueues(events.publisher.db, [outboxQueue])).toEqual([
      { queue: 'outbox', waiting: 0, setAside: 2, oldestSeconds: 0 },
    ]);

    await run('replay', first);
    expect(await listIds()).toEqual([second]);
    const services = await events.startServices('reader');
    await events.untilNamed(7, 'seven');
    await services.stop();

    await run('discard', second);
    expect(await listIds()).toEqual([]);
  });

  it('does not let a state replace a newer one in a stream of states', async () => {
    const type = 'obieg.workflow.configuration.changed';
    const subject = `${type}.3`;
    const stateOf = (version: number) =>
      buildEvent(
        type,
        { organizationId: 3, revision: version, parameters: [], statuses: [], transitions: [] } as never,
        { aggregateId: 3, version },
      );
    const connection = connectEventBus(events.nats.url, createLog('test', 'silent'));
    const bus = await connection.ready;
    await bus.publish(subject, stateOf(9_000), 'newer');
    await setEventAside(subject, stateOf(8_000));
    await run('replay');
    expect(await listIds()).toEqual([]);
    expect(await countQueues(events.publisher.db, [outboxQueue])).toMatchObject([{ waiting: 0 }]);
    await connection.close();
  });
});

describe('the check queues of /readyz', () => {
  it('names the queues with rows set aside, and leaves the service ready', async () => {
    const parts = createServiceParts({
      name: 'test',
      db: createDatabase({ url: events.publisher.appUrl, poolSize: 2 }),
      natsUrl: events.nats.url,
      identity: { readKeys: async () => ({ keys: [] }), readRevokedSessions: async () => ({}) },
      migrations: [serviceKitMigration, setAsideMigration],
      consumers: [],
      log: createLog('test', 'silent'),
    });
    const check = async () => {
      const { isReady, checks } = await reportHealth(parts.healthChecks);
      return { isReady, ...checks.find(({ name }) => name === 'queues') };
    };
    expect(await check()).toMatchObject({ isReady: true, status: 'up' });
    await setEventAside('nowhere.at.all', '{}');
    expect(await check()).toMatchObject({
      isReady: true,
      status: 'down',
      detail: 'rows are set aside (outbox 1); list them with dead-letters list',
    });
    await run('discard', String((await listIds())[0]));
    await parts.stop();
  });
});

describe('metrics of queues', () => {
  it('count rows that wait and rows that are set aside', async () => {
    const { db } = events.publisher;
    await withTransaction(db, async (tx) =>
      recordEvent(tx, { type: 'obieg.identity.user.changed', aggregateId: 8, data: userData(8, 'eight') }),
    );
    await setEventAside('nowhere.at.all', '{}');
    const { registry } = createMetrics('test', {
      countWaiting: async () => 0,
      countQueues: () => countQueues(db, [outboxQueue]),
      countConnections: () => countConnections(db),
      isListening: () => true,
      readBacklogs: async () => [],
    });
    await db
      .knex('outbox')
      .update({ envelope: db.knex.raw(`envelope || '{"time": "2026-11-01T00:00:00Z"}'`) });
    const text = await registry.metrics();
    expect(
      Number(/^obieg_queue_oldest_seconds\{queue="outbox",service="test"\} (\S+)$/m.exec(text)?.[1]),
    ).toBeGreaterThan(86_400);
    expect(text).toContain('obieg_queue_rows{queue="outbox",state="waiting",service="test"} 1');
    expect(text).toContain('obieg_queue_rows{queue="outbox",state="set_aside",service="test"} 1');
  });
});
