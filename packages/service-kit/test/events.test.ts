import { connect } from 'nats';
import { describe, expect, it } from 'vitest';
import { splitBundle } from '../src/events/bundles';
import { listDeadLetters, replayDeadLetters } from '../src/events/dead-letters';
import { sweepInbox } from '../src/events/inbox';
import { createLog, defineReaction, recordEvent, withTransaction } from '../src/index';
import { buildEvent, pollUntil } from '../src/testing/index';
import { prepareEvents, userData } from './event-services';

const log = createLog('test', 'silent');
const deadlineMs = 50_000;
const events = prepareEvents();
const { recordUser, startServices, untilNamed } = events;
/** The relay logs it if NATS did not acknowledge a batch in time. */
const notPublished = 'cannot publish the outbox';

describe('events from the outbox to the read model', () => {
  it('are applied after the NATS server is killed and restarted', async () => {
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

  it('are applied after the NATS server loses its data', async () => {
    const services = await startServices('reader');
    await events.nats.kill();
    await recordUser(1, 'during');
    await events.nats.restart({ isEmpty: true });
    await untilNamed(1, 'during');
    await recordUser(1, 'after');
    await untilNamed(1, 'after');
    await services.stop();
  });

  it('are applied after a stream is deleted during an open connection', async () => {
    const services = await startServices('reader');
    await recordUser(3, 'before the loss');
    await untilNamed(3, 'before the loss');
    const administrator = await connect({ servers: events.nats.url });
    await (await administrator.jetstreamManager()).streams.delete('OBIEG_IDENTITY');
    await administrator.close();
    await recordUser(3, 'after the loss');
    await untilNamed(3, 'after the loss');
    await pollUntil(async () => services.bus.isListening() || undefined, {
      describe: 'all listeners are open',
    });
    await services.stop();
  });

  it('make isListening false from the loss of the connection until all listeners are open again', async () => {
    const services = await startServices('reader');
    expect([services.bus.isConnected(), services.bus.isListening()]).toEqual([true, true]);
    await events.nats.kill();
    await pollUntil(async () => !services.bus.isConnected() || undefined, {
      describe: 'the loss is detected',
    });
    expect(services.bus.isListening()).toBe(false);
    await events.nats.restart();
    await pollUntil(async () => services.bus.isListening() || undefined, {
      deadlineMs,
      describe: 'all listeners are open again',
    });
    await services.stop();
  });

  it('in progress are finished on shutdown, and the next process handles the others', async () => {
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
    const first = await startServices('restarted', collect(released));
    await withTransaction(events.publisher.db, async (tx) => {
      for (let id = 1_000; id < 1_300; id += 1)
        recordEvent(tx, {
          type: 'obieg.identity.user.changed',
          aggregateId: id,
          data: userData(id, `user${id}`),
        });
    });
    await pollUntil(async () => handled.length > 0 || undefined, {
      describe: 'the first event is in progress',
    });
    await first.untilPublished();
    const stopped = first.stop();
    release();
    await stopped;
    const handledBefore = handled.length;
    expect(handledBefore).toBeLessThan(300);

    const second = await startServices('restarted', collect(Promise.resolve()));
    await pollUntil(async () => new Set(handled).size === 300 || undefined, {
      deadlineMs,
      describe: 'all events are handled',
    });
    expect(handled).toHaveLength(300);
    await second.stop();
  });

  it('are published and handled once with three replicas', async () => {
    const lateBefore = events.listLoggedErrors(notPublished).length;
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
      deadlineMs,
      describe: 'all events are handled',
    });
    await replicas[0]?.untilPublished();
    const stored = (await replicas[0]?.bus.read('OBIEG_IDENTITY', 'obieg.identity.user.changed')) ?? [];
    const published = stored
      .flatMap(({ payload }) => splitBundle(payload))
      .map((event) => JSON.parse(event).data.id)
      .filter((id) => id >= 2_000);
    // NATS that acknowledges too late gets an event again, in another message.
    const isLate = events.listLoggedErrors(notPublished).length > lateBefore;
    expect((isLate ? [...new Set(published)] : published).sort()).toEqual(ids);
    expect(handled.sort()).toEqual(ids);
    await Promise.all(replicas.map(({ stop }) => stop()));
  });

  it('continue the trace of the request', async () => {
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
    const trace = await pollUntil(async () => traces[0], { deadlineMs, describe: 'the reaction' });
    expect(trace).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
    expect(trace).not.toBe(traceparent);
    await services.stop();
  });
});

describe('an event that cannot be applied', () => {
  it('is retried', async () => {
    const attempts: string[] = [];
    const { bus, stop } = await startServices('retrying', [
      defineReaction({
        type: 'obieg.identity.user.changed',
        apply: async (_, { data: { id, username } }) => {
          if (id !== 400) return;
          attempts.push(username);
          if (attempts.length === 1) throw new Error('not now');
        },
      }),
    ]);
    await recordUser(400, 'patient');
    await pollUntil(async () => attempts.length >= 2 || undefined, {
      deadlineMs,
      describe: 'a second attempt',
    });
    await stop();
    expect(attempts).toEqual(['patient', 'patient']);
    const successor = await startServices('retrying', []);
    expect(await listDeadLetters(successor.bus, 'retrying')).toEqual([]);
    await successor.stop();
    expect(bus.isConnected()).toBe(false);
  });

  it('becomes a dead letter with its reason, does not block other events, and can be replayed', async () => {
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
    await bus.publish('obieg.identity.user.changed', 'not an event', 'not-an-event');
    await untilPublished();
    await untilNamed(502, 'name502');
    const letters = await pollUntil(
      async () => {
        const found = await listDeadLetters(bus, 'failing');
        return found.length === 3 ? found : undefined;
      },
      { deadlineMs, describe: 'three dead letters' },
    );
    expect(letters.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['no room for name500', 'no room for name501', expect.stringContaining('JSON')]),
    );
    expect(letters[0]).toMatchObject({ service: 'failing', subject: 'obieg.identity.user.changed' });
    expect(await listDeadLetters(bus, 'reader')).toEqual([]);

    const inbox = { service: 'failing', reactions, db: events.reader.db };
    expect(await replayDeadLetters(inbox, bus, log, letters)).toBe(3);
    isBroken = false;
    const first = letters.find(({ reason }) => reason.includes('500'));
    expect(await replayDeadLetters(inbox, bus, log, first ? [first] : [])).toBe(0);
    expect(await events.readName(500)).toBe('name500');
    expect(await events.readName(501)).toBeUndefined();
    expect(await replayDeadLetters(inbox, bus, log, await listDeadLetters(bus, 'failing'))).toBe(1);
    expect(await events.readName(501)).toBe('name501');
    expect(await listDeadLetters(bus, 'failing')).toHaveLength(1);
    await stop();
  });
});

describe('sweepInbox', () => {
  it('deletes only ids older than the retention of the streams', async () => {
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
