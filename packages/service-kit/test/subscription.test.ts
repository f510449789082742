import type { EventEnvelope } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { startSubscription } from '../src/events/subscription';
import { createLog } from '../src/index';
import { buildEvent, pollUntil } from '../src/testing/index';
import { prepareEvents, userData } from './event-services';

const log = createLog('test', 'silent');
const type = 'obieg.identity.user.changed';
const events = prepareEvents();

const buildUserEvent = (id: number, username: string): string =>
  buildEvent(type, userData(id, username), { aggregateId: id });

/** Starts a process that subscribes, and collects what it receives. */
const subscribe = async () => {
  const { bus, stop } = await events.startServices('subscriber');
  const received: string[] = [];
  const subscription = startSubscription(
    {
      types: [type],
      handle: ({ data }: EventEnvelope) => void received.push((data as { username: string }).username),
    },
    Promise.resolve(bus),
    log,
  );
  const untilReceived = (name: string) =>
    pollUntil(async () => received.includes(name) || undefined, { describe: `${name} is received` });
  // Events published before the server has registered the subscription are not delivered.
  let attempts = 0;
  await pollUntil(
    async () => {
      attempts += 1;
      await bus.publish(type, buildUserEvent(1, 'probe'), `probe-${attempts}`);
      return received.length > 0 || undefined;
    },
    { describe: 'the server has registered the subscription' },
  );
  return { bus, received, subscription, untilReceived, stop };
};

describe('startSubscription', () => {
  it('receives new events, also from bundled messages, and skips unreadable ones', async () => {
    const { bus, received, subscription, untilReceived, stop } = await subscribe();
    await bus.publish(type, '{"broken', 'broken');
    await bus.publish(type, `[${buildUserEvent(2, 'one')},${buildUserEvent(3, 'two')}]`, 'both');
    await untilReceived('two');
    expect(received.slice(-2)).toEqual(['one', 'two']);
    const second = await subscribe();
    expect(second.received).not.toContain('one');
    await second.subscription.stop();
    await second.stop();
    await subscription.stop();
    await bus.publish(type, buildUserEvent(4, 'after stop'), 'after-stop');
    await stop();
    expect(received).not.toContain('after stop');
  });

  it('continues after an outage of NATS', async () => {
    const { bus, subscription, untilReceived, stop } = await subscribe();
    await events.nats.kill();
    await events.nats.restart();
    await pollUntil(async () => bus.isListening() || undefined, { describe: 'NATS is back' });
    await bus.publish(type, buildUserEvent(5, 'again'), 'again');
    await untilReceived('again');
    await subscription.stop();
    await stop();
  });
});
