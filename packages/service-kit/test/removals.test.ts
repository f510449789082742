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

/** Starts a consumer that maintains an in-memory read model of groups by id. */
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

type GroupEvent =
  | { type: 'obieg.identity.group.changed'; data: EventData<'obieg.identity.group.changed'> }
  | { type: 'obieg.identity.group.deleted'; data: EventData<'obieg.identity.group.deleted'> };
const record = (event: GroupEvent) =>
  withTransaction(events.publisher.db, async (tx) =>
    recordEvent(tx, { ...event, organizationId, aggregateId: event.data.id }),
  );
const changeGroup = (id: number, name: string) =>
  record({
    type: 'obieg.identity.group.changed',
    data: { organizationId, id, name, description: null, parentGroupId: null },
  });
const removeGroup = (id: number) =>
  record({ type: 'obieg.identity.group.deleted', data: { organizationId, id } });

describe('republishRemovals', () => {
  it('repairs a read model without undoing newer changes', async () => {
    const groups = new Map<number, string>();
    const untilNamed = (id: number, name: string | undefined) =>
      pollUntil(async () => groups.get(id) === name || undefined, { describe: `group ${id} is ${name}` });
    const { untilPublished, stop } = await startReader(groups);
    for (const id of [1, 2, 3]) await changeGroup(id, 'original');
    await removeGroup(2);
    await changeGroup(2, 'restored');
    await untilPublished();
    await untilNamed(2, 'restored');
    await untilNamed(3, 'original');
    await stop();

    // The reader is down, and NATS loses its data.
    const publisherOnly = await events.startServices('publisher-only', []);
    await removeGroup(1);
    await publisherOnly.untilPublished();
    await publisherOnly.stop();
    await events.nats.kill();
    await events.nats.restart({ isEmpty: true });

    const restarted = await startReader(groups);
    await changeGroup(4, 'last');
    await untilNamed(4, 'last');
    expect(groups.get(1)).toBe('original');
    // Runs twice, because a repetition must have no further effect.
    for (const id of [5, 6]) {
      await republishRemovals(events.publisher.db);
      await changeGroup(id, 'after the removals');
      await untilNamed(id, 'after the removals');
      expect([...groups.keys()].sort()).toEqual([2, 3, 4, 5, 6].filter((known) => known <= id));
      expect(groups.get(2)).toBe('restored');
    }
    await restarted.stop();
  });

  it('keeps only the last removal of each aggregate', async () => {
    await removeGroup(2);
    const removals = await events.publisher.db.knex('removals').orderBy('version');
    expect(removals.map(({ envelope }) => envelope.data.id)).toEqual([1, 2]);
  });
});
