import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundleEvents, splitBundle, type WaitingEvent } from './bundles';

const waiting = (id: number, subject = 'changed', size = 1): WaitingEvent => ({
  id,
  event_id: `event-${id}`,
  subject,
  envelope: JSON.stringify({ id, text: 'ż'.repeat(size) }),
});

const idsOf = (events: readonly WaitingEvent[]): number[][] =>
  bundleEvents(events).map((bundle) => bundle.events.map(({ id }) => id));

describe('bundleEvents and splitBundle', () => {
  it('bundle consecutive events of one subject', () => {
    expect(idsOf([waiting(1), waiting(2), waiting(3, 'deleted'), waiting(4), waiting(5)])).toEqual([
      [1, 2],
      [3],
      [4, 5],
    ]);
  });

  it('bundle at most twenty events', () => {
    const ids = Array.from({ length: 41 }, (_, index) => index);
    expect(idsOf(ids.map((id) => waiting(id)))).toEqual([ids.slice(0, 20), ids.slice(20, 40), [40]]);
  });

  it('bundle at most 64 KB, unless a single event is larger', () => {
    const third = 11_000;
    expect(idsOf([1, 2, 3, 4].map((id) => waiting(id, 'changed', third)))).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(idsOf([waiting(1), waiting(2, 'changed', 40_000), waiting(3), waiting(4)])).toEqual([
      [1],
      [2],
      [3, 4],
    ]);
  });

  it('leave a single event unchanged, with its id as message id', () => {
    const [bundle] = bundleEvents([waiting(7)]);
    expect(bundle).toMatchObject({ payload: waiting(7).envelope, messageId: 'event-7', subject: 'changed' });
  });

  it('derive the same message id only for the same events', () => {
    const nameOf = (...ids: number[]) => bundleEvents(ids.map((id) => waiting(id)))[0]?.messageId;
    expect(nameOf(1, 2, 4)).toBe(nameOf(1, 2, 4));
    expect(new Set([nameOf(1, 2, 4), nameOf(1, 3, 4), nameOf(1, 4), nameOf(1, 2, 3, 4)]).size).toBe(4);
  });

  it('restore the events in order', () => {
    const anyEvent = fc.record({
      id: fc.integer(),
      subject: fc.constantFrom('a', 'b'),
      data: fc.jsonValue(),
    });
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        const bundles = bundleEvents(
          events.map(({ id, subject, data }) => ({
            id,
            event_id: String(id),
            subject,
            envelope: JSON.stringify({ id, data }),
          })),
        );
        const split = bundles.flatMap(({ payload }) => splitBundle(payload));
        expect(split).toEqual(
          events.map(({ id, data }) => JSON.stringify(JSON.parse(JSON.stringify({ id, data })))),
        );
      }),
    );
  });

  it.each(['', 'no event', '{', '{}', '[', '[]', '[1', 'null', ' [1]'])(
    'keep %j as one unreadable event',
    (payload) => {
      expect(splitBundle(payload)).toEqual([payload]);
    },
  );
});
