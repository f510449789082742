import { connect } from 'nats';
import { describe, expect, it } from 'vitest';
import { splitBundle } from '../src/events/bundles';
import { listDeadLetters, replayDeadLetters } from '../src/events/dead-letters';
import { sweepInbox } from '../src/events/inbox';
import { createLog, defineReaction, recordEvent, withTransaction } from '../src/index';
import { buildEvent, pollUntil } from '../src/testing/index';
import { prepareEvents, userData } from './event-services';

const log = createLog('test', 'silent');
const longMs = 50_000;
const events = prepareEvents();
const { recordUser, startServices, untilNamed } = events;

describe('events from outbox to read model', () => {
  it('survive a killed and restarted NATS server', async () => {
    const services = await startServices('reader');
    await recordUser(1, 'before');
    await untilNamed(1, 'before');

    await events.nats.kill();
    for (let id = 2; id <= 60; id += 1) await recordUser(id, `user${id}`);
    await recordUser(1, 'after');
    await events.nats.restart();
    await services.untilPublished();
    await untilNamed(1, 'after');
    expect(await events.reader.db.knex('users').count('* as count').first()).toEqual({ count: 60 });
    await services.stop();
  });

  it('continue on a NATS server that lost its data', async () => {
    const services = await startServices('reader');
    await events.nats.kill();
    await recordUser(1, 'away');
    await events.nats.restart({ isEmpty: true });
    await untilNamed(1, 'away');
    await recordUser(1, 'back');
    await untilNamed(1, 'back');
    await services.stop();
  });

  it('continue after a stream is deleted on a live connection', async () => {
    const services = await startServices('reader');
    await recordUser(3, 'before the loss');
    await untilNamed(3, 'before the loss');
    const administrator = await connect({ servers: events.nats.url });
    await (await administrator.jetstreamManager()).streams.delete('OBIEG_IDENTITY');
    await administrator.close();
    await recordUser(3, 'after the loss');
    await untilNamed(3, 'after the loss');
    await pollUntil(async () => services.bus.isListening() || undefined, { describe: 'everything listens' });
    await services.stop();
  });

  it('report a connected server that delivers nothing', async () => {
    const services = await startServices('reader');
    expect([services.bus.isConnected(), services.bus.isListening()]).toEqual([true, true]);
    await events.nats.kill();
    await pollUntil(async () => !services.bus.isConnected() || undefined, { describe: 'the loss is known' });
    expect(services.bus.isListening()).toBe(false);
    await events.nats.restart();
    await pollUntil(async () => services.bus.isListening() || undefined, {
      deadlineMs: longMs,
      describe: 'everything listens again',
    });
    await services.stop();
  });

  it('finish started work on shutdown and leave the rest to the next process', async () => {
    const handled: number[] = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const collect = (wait: Promise<void>) => [
      defineReaction({
        type: 'obieg.identity.user.changed',
        apply: async (_, { data: { id } }) => {
          if (id < 1_000) return;
          handled.push(id);
          await wait;
        },
      }),
    ];
    const first = await startServices('handover', collect(released));
    await withTransaction(events.publisher.db, async (tx) => {
      for (let id = 1_000; id < 1_300; id += 1)
        recordEvent(tx, {
          type: 'obieg.identity.user.changed',
          aggregateId: id,
          data: userData(id, `user${id}`),
        });
    });
    await pollUntil(async () => handled.length > 0 || undefined, { describe: 'the work has begun' });
    await first.untilPublished();
    const stopped = first.stop();
    release();
    await stopped;
    const before = handled.length;
    expect(before).toBeLessThan(300);

    const second = await startServices('handover', collect(Promise.resolve()));
    await pollUntil(async () => new Set(handled).size === 300 || undefined, {
      deadlineMs: longMs,
      describe: 'all events are handled',
    });
    expect(handled).toHaveLength(300);
    await second.stop();
  });

  it('are published and handled once with two replicas', async () => {
    const handled: number[] = [];
    const collect = [
      defineReaction({
        type: 'obieg.identity.user.changed',
        apply: async (_, { data: { id } }) => {
          if (id >= 2_000) handled.push(id);
        },
      }),
    ];
    const replicas = await Promise.all([1, 2, 3].map(() => startServices('replicated', collect)));
    const ids = Array.from({ length: 500 }, (_, index) => 2_000 + index);
    await Promise.all(ids.map((id) => recordUser(id, `user${id}`)));
    await pollUntil(async () => new Set(handled).size === ids.length || undefined, {
      deadlineMs: longMs,
      describe: 'all events are handled',
    });
    await replicas[0]?.untilPublished();
    const stored = (await replicas[0]?.bus.read('OBIEG_IDENTITY', 'obieg.identity.user.changed')) ?? [];
    const published = stored
      .flatMap(({ payload }) => splitBundle(payload))
      .map((event) => JSON.parse(event).data.id)
      .filter((id) => id >= 2_000);
    expect(published.sort()).toEqual(ids);
    expect(handled.sort()).toEqual(ids);
    await Promise.all(replicas.map(({ stop }) => stop()));
  });

  it("continue the request's trace", async () => {
    const traces: (string | undefined)[] = [];
    const services = await startServices('tracer', [
      defineReaction({
        type: 'obieg.identity.user.changed',
        apply: async (_, { data, traceparent }) => {
          if (data.id === 71) traces.push(traceparent);
        },
      }),
    ]);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await recordUser(71, 'traced', { traceparent });
    const trace = await pollUntil(async () => traces[0], { deadlineMs: longMs, describe: 'the reaction' });
    expect(trace).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
    expect(trace).not.toBe(traceparent);
    await services.stop();
  });
});

describe('an event that cannot be applied', () => {
  it('is retried and applied later', async () => {
    const tries: string[] = [];
    const { bus, stop } = await startServices('hesitant', [
      defineReaction({
        type: 'obieg.identity.user.changed',
        apply: async (_, { data: { id, username } }) => {
          if (id !== 400) return;
          tries.push(username);
          if (tries.length === 1) throw new Error('not now');
        },
      }),
    ]);
    await recordUser(400, 'patient');
    await pollUntil(async () => tries.length >= 2 || undefined, {
      deadlineMs: longMs,
      describe: 'a second try',
    });
    await stop();
    expect(tries).toEqual(['patient', 'patient']);
    const successor = await startServices('hesitant', []);
    expect(await listDeadLetters(successor.bus, 'hesitant')).toEqual([]);
    await successor.stop();
    expect(bus.isConnected()).toBe(false);
  });

  it('becomes a dead letter with its reason, blocks nothing, and can be replayed', async () => {
    let isBroken = true;
    const reactions = [
      defineReaction({
        type: 'obieg.identity.user.changed',
        apply: async (tx, { data: { id, username, email } }) => {
          if (isBroken && id >= 500 && id < 502) throw new Error(`no room for ${username}`);
          await tx('users').insert({ id, username, email, system_roles: [] }).onConflict('id').merge();
        },
      }),
    ];
    const { bus, stop, untilPublished } = await startServices('failing', reactions);
    await withTransaction(events.publisher.db, async (tx) => {
      for (const id of [500, 501, 502])
        recordEvent(tx, {
          type: 'obieg.identity.user.changed',
          aggregateId: id,
          data: userData(id, `name${id}`),
        });
    });
    await bus.publish('obieg.identity.user.changed', 'no event at all', 'nonsense');
    await untilPublished();
    await untilNamed(502, 'name502');
    const letters = await pollUntil(
      async () => {
        const found = await listDeadLetters(bus, 'failing');
        return found.length === 3 ? found : undefined;
      },
      { deadlineMs: longMs, describe: 'three dead letters' },
    );
    expect(letters.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['no room for name500', 'no room for name501', expect.stringContaining('JSON')]),
    );
    expect(letters[0]).toMatchObject({ service: 'failing', subject: 'obieg.identity.user.changed' });
    expect(await listDeadLetters(bus, 'reader')).toEqual([]);

    const inbox = { service: 'failing', reactions, db: events.reader.db };
    expect(await replayDeadLetters(inbox, bus, log)).toBe(3);
    isBroken = false;
    const first = letters.find(({ reason }) => reason.includes('500'));
    expect(await replayDeadLetters(inbox, bus, log, first?.sequence)).toBe(0);
    expect(await events.nameOf(500)).toBe('name500');
    expect(await events.nameOf(501)).toBeUndefined();
    expect(await replayDeadLetters(inbox, bus, log)).toBe(1);
    expect(await events.nameOf(501)).toBe('name501');
    expect(await listDeadLetters(bus, 'failing')).toHaveLength(1);
    await stop();
  });
});

describe('sweepInbox', () => {
  it('deletes only ids that no stream can redeliver', async () => {
    const event = buildEvent('obieg.identity.user.changed', userData(80, 'old'), { aggregateId: 80 });
    const { id } = JSON.parse(event);
    await events.reader.db.knex('inbox').insert([
      {
        consumer: 'sweeper',
        event_id: id,
        handled_at: events.reader.db.knex.raw(`now() - interval '16 days'`),
      },
      {
        consumer: 'sweeper-fresh',
        event_id: id,
        handled_at: events.reader.db.knex.raw(`now() - interval '14 days'`),
      },
    ]);
    expect(await sweepInbox(events.reader.db)).toBe(1);
    expect(await events.reader.db.knex('inbox').where('event_id', id).pluck('consumer')).toEqual([
      'sweeper-fresh',
    ]);
  });
});
