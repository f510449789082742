import { describe, expect, it } from 'vitest';
import { listDeadLetters } from '../src/events/dead-letters';
import { defineReaction, recordEvent, withTransaction } from '../src/index';
import { pollUntil } from '../src/testing/index';
import { prepareEvents } from './event-services';

const events = prepareEvents();
/** Records an event whose size depends on the username. */
const recordUser = (id: number, username: string) =>
  events.recordUser(id, username, { email: 'large@acme.test' });
const recordTask = (parameterIds: number[]) =>
  withTransaction(events.publisher.db, async (tx) =>
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

describe('an event near the size limit', () => {
  it.each([
    ['too large for an event', () => recordUser(1, 'x'.repeat(1_000_001))],
    [
      'too large with the spaces that PostgreSQL adds',
      () => recordTask(Array.from({ length: 400_000 }, () => 1)),
    ],
    ['too large for a dead letter', () => recordUser(1, '"'.repeat(260_000))],
  ])('is rejected with 413 and rolls back its transaction if it is %s', async (_, record) => {
    await expect(record()).rejects.toMatchObject({ isProblem: true, status: 413 });
    expect(await events.publisher.db.knex('outbox')).toEqual([]);
  });

  it('is accepted if it also fits into a dead letter', async () => {
    const failing = defineReaction({
      type: 'obieg.identity.user.changed',
      apply: async () => {
        throw new Error('no room '.repeat(50_000));
      },
    });
    const { bus, untilPublished, stop } = await events.startServices('reader', [failing]);
    const names = ['"'.repeat(249_900), 'x'.repeat(999_500)];
    for (const [index, name] of names.entries()) await recordUser(index + 2, name);
    await untilPublished();
    const letters = await pollUntil(
      async () => {
        const found = await listDeadLetters(bus, 'reader');
        return found.length === names.length ? found : undefined;
      },
      { describe: 'two dead letters' },
    );
    expect(letters.map(({ payload }) => JSON.parse(payload).data.username).sort()).toEqual(names.sort());
    await stop();
  });
});
