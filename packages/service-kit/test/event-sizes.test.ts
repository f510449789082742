import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDeadLetters } from '../src/events/dead-letters';
import { defineReaction, recordEvent, serviceKitMigration, withTransaction } from '../src/index';
import { createTestDatabase, pollUntil, startTestNats, type TestDatabase } from '../src/testing/index';
import { startEventServices } from './event-services';

let publisher: TestDatabase;
let reader: TestDatabase;
/** With the limits that a server has by itself. */
let nats: Awaited<ReturnType<typeof startTestNats>>;

beforeAll(async () => {
  [publisher, reader] = await Promise.all([
    createTestDatabase([serviceKitMigration]),
    createTestDatabase([serviceKitMigration]),
  ]);
  nats = await startTestNats();
});
afterAll(async () => {
  await nats.stop();
  await Promise.all([publisher.close(), reader.close()]);
});

const recordUser = (id: number, username: string) =>
  withTransaction(publisher.db, async (tx) =>
    recordEvent(tx, {
      type: 'obieg.identity.user.changed',
      aggregateId: id,
      data: { id, username, email: 'large@acme.test', systemRoles: [] },
    }),
  );
const recordTask = (parameterIds: number[]) =>
  withTransaction(publisher.db, async (tx) =>
    recordEvent(tx, {
      type: 'obieg.tasks.task.changed',
      organizationId: 1,
      aggregateId: 1,
      data: {
        organizationId: 1,
        publicTaskId: 100_000,
        title: 'large',
        statusId: 1,
        priority: 'NORMAL',
        assignedUserId: null,
        assignedGroupId: null,
        parameterIds,
        createdAt: new Date().toISOString(),
        lastUpdatedAt: new Date().toISOString(),
      },
    }),
  );

describe('an event that is too large', () => {
  it.each([
    ['as it is', () => recordUser(1, 'x'.repeat(1_000_001))],
    ['with the spaces that PostgreSQL writes', () => recordTask(Array.from({ length: 400_000 }, () => 1))],
    ['once it is a dead letter', () => recordUser(1, '"'.repeat(260_000))],
  ])('%s is refused with 413, and with it the change', async (_, record) => {
    await expect(record()).rejects.toMatchObject({ isProblem: true, status: 413 });
    expect(await publisher.db.knex('outbox')).toEqual([]);
  });
});

it('takes the largest event and its dead letter, whatever the reason', async () => {
  const failing = defineReaction({
    type: 'obieg.identity.user.changed',
    apply: async () => {
      throw new Error('no room '.repeat(50_000));
    },
  });
  const surroundings = { publisher, reader, natsUrl: nats.url };
  const { bus, untilPublished, stop } = await startEventServices(surroundings, 'reader', [failing]);
  const names = ['"'.repeat(249_900), 'x'.repeat(999_500)];
  for (const [index, name] of names.entries()) await recordUser(index + 2, name);
  await untilPublished();
  const letters = await pollUntil(
    async () => {
      const found = await listDeadLetters(bus, 'reader');
      return found.length === names.length ? found : undefined;
    },
    { describe: 'both are dead letters' },
  );
  expect(letters.map(({ payload }) => JSON.parse(payload).data.username).sort()).toEqual(names.sort());
  await stop();
});
