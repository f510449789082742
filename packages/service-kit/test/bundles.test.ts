import { describe, expect, it } from 'vitest';
import { splitBundle } from '../src/events/bundles';
import { listDeadLetters, replayDeadLetters } from '../src/events/dead-letters';
import { createLog, defineReaction, recordEvent, withTransaction } from '../src/index';
import { buildEvent, pollUntil } from '../src/testing/index';
import { prepareEvents, userData } from './event-services';

const type = 'obieg.identity.user.changed';
const log = createLog('test', 'silent');
const events = prepareEvents();
const { startServices } = events;

const recordUsers = (ids: readonly number[]) =>
  withTransaction(events.publisher.db, async (tx) => {
    for (const id of ids) recordEvent(tx, { type, aggregateId: id, data: userData(id, `user${id}`) });
  });

const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

/** Creates a reaction that collects the ids of events, and fails if `mustFail` returns true. */
const createCollector = (mustFail: (id: number) => boolean = () => false) => {
  const handled: number[] = [];
  const reaction = defineReaction({
    type,
    apply: async (_, { data: { id } }) => {
      if (mustFail(id)) throw new Error(`no room for ${id}`);
      handled.push(id);
    },
  });
  return { handled, reactions: [reaction] };
};

describe('a message with several events', () => {
  it('contains the events of one transaction, which are handled in order', async () => {
    const { handled, reactions } = createCollector();
    const { bus, stop, untilPublished } = await startServices('bundled', reactions);
    const ids = range(1, 50);
    await recordUsers(ids);
    await pollUntil(async () => handled.length >= ids.length || undefined, { describe: 'all are handled' });
    await untilPublished();
    const stored = await bus.read('OBIEG_IDENTITY', type);
    expect(stored.map(({ payload }) => splitBundle(payload).length)).toEqual([20, 20, 10]);
    expect(handled).toEqual(ids);
    await stop();
  });

  it('is applied except for an event whose reaction fails', async () => {
    let isBroken = true;
    const { handled, reactions } = createCollector((id) => isBroken && id === 105);
    const { bus, stop, countHandled } = await startServices('partly-failing', reactions);
    const ids = range(100, 10);
    await recordUsers(ids);
    const [letter] = await pollUntil(
      async () => {
        const letters = await listDeadLetters(bus, 'partly-failing');
        return letters.length > 0 ? letters : undefined;
      },
      { describe: 'the dead letter' },
    );
    expect(letter).toMatchObject({ reason: 'no room for 105', subject: type });
    expect(JSON.parse(letter?.payload ?? '')).toMatchObject({ data: { id: 105 } });
    // The first attempt applied all events in one transaction, so its rollback also undid the earlier events.
    expect([...new Set(handled)].filter((id) => id >= 100)).toEqual(ids.filter((id) => id !== 105));
    // The other events were redelivered with the failing one and recognized as duplicates.
    await pollUntil(async () => (await countHandled('duplicate')) >= 9 || undefined, {
      describe: 'the duplicates',
    });
    isBroken = false;
    expect(
      await replayDeadLetters(
        { service: 'partly-failing', reactions, db: events.reader.db },
        bus,
        log,
        letter ? [letter] : [],
      ),
    ).toBe(0);
    expect(handled.at(-1)).toBe(105);
    await stop();
  });

  it('is applied except for an unreadable event, which becomes a dead letter', async () => {
    const { handled, reactions } = createCollector();
    const { bus, stop, countHandled } = await startServices('partly-unreadable', reactions);
    const [first, last] = [200, 201].map((id) =>
      buildEvent(type, userData(id, `user${id}`), { aggregateId: id }),
    );
    await bus.publish(type, `[${first},{"id":"none"},${last}]`, 'one unreadable event');
    await bus.publish(type, '[]', 'no events');
    await pollUntil(async () => (await countHandled('dead')) === 2 || undefined, {
      describe: 'two dead letters',
    });
    await pollUntil(async () => handled.includes(201) || undefined, {
      describe: 'the readable events are handled',
    });
    expect(handled.filter((id) => id >= 200)).toEqual([200, 201]);
    expect((await listDeadLetters(bus, 'partly-unreadable')).map(({ payload }) => payload)).toEqual([
      '{"id":"none"}',
      '[]',
    ]);
    await stop();
  });

  it('is acknowledged when its last event is acknowledged', async () => {
    const { bus, stop } = await startServices('none', []);
    await bus.publish(type, '[{"n":1},{"n":2},{"n":3}]', 'three');
    const delivered: string[] = [];
    let mustRetry = true;
    const handle = await bus.consume({
      stream: 'OBIEG_IDENTITY',
      durable: 'acknowledging',
      handle: (message) => {
        if (!message.payload.startsWith('{"n"')) return message.ack();
        delivered.push(message.payload);
        if (mustRetry && message.payload === '{"n":2}') {
          mustRetry = false;
          message.retryAfter(10);
        } else message.ack();
      },
    });
    await pollUntil(async () => delivered.length >= 6 || undefined, { describe: 'the second delivery' });
    expect(delivered).toEqual([1, 2, 3, 1, 2, 3].map((n) => `{"n":${n}}`));
    await handle.close();
    await stop();
  });

  it('is split into its events for a follower', async () => {
    const { bus, stop, untilPublished } = await startServices('followed', []);
    await recordUsers(range(300, 30));
    await untilPublished();
    const received: number[] = [];
    const handle = await bus.follow(type, (payload) => {
      received.push(JSON.parse(payload).data?.id);
    });
    await pollUntil(async () => received.includes(329) || undefined, { describe: 'the last event arrives' });
    expect(received.filter((id) => id >= 300)).toEqual(range(300, 30));
    await handle.close();
    await stop();
  });
});
