import type { EventEnvelope } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { startHearing } from '../src/events/hearing';
import { createLog } from '../src/index';
import { buildEvent, pollUntil } from '../src/testing/index';
import { prepareEvents, userData } from './event-services';

const log = createLog('test', 'silent');
const type = 'obieg.identity.user.changed';
const events = prepareEvents();

const eventOf = (id: number, username: string): string =>
  buildEvent(type, userData(id, username), { aggregateId: id });

/** Starts a process that subscribes, and collects what it receives. */
const hear = async () => {
  let isNeeded = true;
  const { bus, stop } = await events.startServices('hearer');
  const heard: string[] = [];
  const hearing = startHearing(
    {
      types: [type],
      isNeeded: () => isNeeded,
      hear: ({ data }: EventEnvelope) => void heard.push((data as { username: string }).username),
    },
    Promise.resolve(bus),
    log,
  );
  const untilHeard = (name: string) =>
    pollUntil(async () => heard.includes(name) || undefined, { describe: `${name} is heard` });
  // Events published before the server has registered the subscription are not delivered.
  let tries = 0;
  await pollUntil(
    async () => {
      tries += 1;
      await bus.publish(type, eventOf(1, 'are you there'), `tuning-${tries}`);
      return heard.length > 0 || undefined;
    },
    { describe: 'the server knows of who hears' },
  );
  const need = (is: boolean): void => {
    isNeeded = is;
  };
  return { bus, heard, hearing, untilHeard, need, stop };
};

describe('startHearing', () => {
  it('receives each event from now on, also from bundled messages, and skips unreadable ones', async () => {
    const { bus, heard, hearing, untilHeard, stop } = await hear();
    await bus.publish(type, '{"broken', 'broken');
    await bus.publish(type, `[${eventOf(2, 'one')},${eventOf(3, 'two')}]`, 'both');
    await untilHeard('two');
    expect(heard.slice(-2)).toEqual(['one', 'two']);
    const late = await hear();
    expect(late.heard).not.toContain('one');
    await late.hearing.stop();
    await late.stop();
    await hearing.stop();
    await bus.publish(type, eventOf(4, 'nobody'), 'nobody');
    await stop();
    expect(heard).not.toContain('nobody');
  });

  it('receives nothing while isNeeded is false', async () => {
    const { bus, heard, hearing, untilHeard, need, stop } = await hear();
    need(false);
    // The acknowledgement arrives after it on the same connection.
    await bus.publish(type, eventOf(6, 'unneeded'), 'unneeded');
    need(true);
    await bus.publish(type, eventOf(7, 'needed'), 'needed');
    await untilHeard('needed');
    expect(heard).not.toContain('unneeded');
    await hearing.stop();
    await stop();
  });

  it('continues after an outage of NATS', async () => {
    const { bus, hearing, untilHeard, stop } = await hear();
    await events.nats.kill();
    await events.nats.restart();
    await pollUntil(async () => bus.isListening() || undefined, { describe: 'NATS is back' });
    await bus.publish(type, eventOf(5, 'again'), 'again');
    await untilHeard('again');
    await hearing.stop();
    await stop();
  });
});
