import type { EventData } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import {
  defineReaction,
  type Reaction,
  recordEvent,
  removalsMigration,
  republishRemovals,
  withTransaction,
} from '../src/index';
import { pollUntil } from '../src/testing/index';
import { prepareEvents } from './event-services';

const events = prepareEvents([removalsMigration]);
const organizationId = 7;

/** Starts an in-memory read model of groups, by id. */
const startReader = async (groups: Map<number, string>) => {
  const reactions: Reaction[] = [
    defineReaction({
      type: 'obieg.identity.group.changed',
      apply: async (_, { data: { id, name } }) => void groups.set(id, name),
    }),
    defineReaction({
      type: 'obieg.identity.group.deleted',
      apply: async (_, { data: { id } }) => void groups.delete(id),
    }),
  ];
  return events.startServices('reader', reactions);
};

type Recorded =
  | { type: 'obieg.identity.group.changed'; data: EventData<'obieg.identity.group.changed'> }
  | { type: 'obieg.identity.group.deleted'; data: EventData<'obieg.identity.group.deleted'> };
const record = (event: Recorded) =>
  withTransaction(events.publisher.db, async (tx) =>
    recordEvent(tx, { ...event, organizationId, aggregateId: event.data.id }),
  );
const change = (id: number, name: string) =>
  record({
    type: 'obieg.identity.group.changed',
    data: { organizationId, id, name, description: null, parentGroupId: null },
  });
const remove = (id: number) => record({ type: 'obieg.identity.group.deleted', data: { organizationId, id } });

describe('republishRemovals', () => {
  it('repairs a read model without undoing newer changes', async () => {
    const groups = new Map<number, string>();
    const until = (id: number, name: string | undefined) =>
      pollUntil(async () => groups.get(id) === name || undefined, { describe: `group ${id} is ${name}` });
    const { untilPublished, stop } = await startReader(groups);
    for (const id of [1, 2, 3]) await change(id, 'there');
    await remove(2);
    await change(2, 'there again');
    await untilPublished();
    await until(2, 'there again');
    await until(3, 'there');
    await stop();

    // The reader is down, and NATS loses its data.
    const elsewhere = await events.startServices('elsewhere', []);
    await remove(1);
    await elsewhere.untilPublished();
    await elsewhere.stop();
    await events.nats.kill();
    await events.nats.restart({ isEmpty: true });

    const again = await startReader(groups);
    await change(4, 'last');
    await until(4, 'last');
    expect(groups.get(1)).toBe('there');
    // Twice, because it may be repeated.
    for (const id of [5, 6]) {
      await republishRemovals(events.publisher.db);
      await change(id, 'behind');
      await until(id, 'behind');
      expect([...groups.keys()].sort()).toEqual([2, 3, 4, 5, 6].filter((known) => known <= id));
      expect(groups.get(2)).toBe('there again');
    }
    await again.stop();
  });

  it('keeps only the last removal of each aggregate', async () => {
    await remove(2);
    const kept = await events.publisher.db.knex('removals').orderBy('version');
    expect(kept.map(({ envelope }) => envelope.data.id)).toEqual([1, 2]);
  });
});
