import { describe, expect, it } from 'vitest';
import { createRepublishPace, recordEvent, withTransaction } from '../src/index';
import { prepareEvents, userData } from './event-services';

const events = prepareEvents();

const recordBatch = (first: number): Promise<void> =>
  withTransaction(events.publisher.db, async (tx) => {
    for (let id = first; id < first + 500; id += 1)
      recordEvent(tx, {
        type: 'obieg.identity.user.changed',
        aggregateId: id,
        data: userData(id, `user${id}`),
      });
  });
const countWaiting = async (): Promise<number> =>
  Number((await events.publisher.db.knex('outbox').count('* as count').first())?.['count']);

describe('a republish', () => {
  it('leaves two batches of the relay in front of a new event at most', async () => {
    const { untilPublished, stop } = await events.startServices('reader');
    const pace = createRepublishPace(events.publisher.db);
    for (let first = 1; first <= 3_000; first += 500) {
      await pace();
      expect(await countWaiting()).toBeLessThanOrEqual(400);
      await recordBatch(first);
    }
    await untilPublished();
    await stop();
  });

  it('goes on without pauses if nothing publishes the events', async () => {
    const pace = createRepublishPace(events.publisher.db);
    for (let first = 1; first <= 2_000; first += 500) {
      await pace();
      await recordBatch(first);
    }
    expect(await countWaiting()).toBe(2_000);
  });
});
