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

/** A process that hears, and what it has heard. */
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
  // What is said before the server knows of the hearer is not for it.
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

describe('what is heard', () => {
  it('is each event from now on, also of those that come as one message, and nothing that cannot be read', async () => {
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

  it('is nothing while nothing is to be told', async () => {
    const { bus, heard, hearing, untilHeard, need, stop } = await hear();
    need(false);
    // Its acknowledgement comes by the same connection, after it.
    await bus.publish(type, eventOf(6, 'unneeded'), 'unneeded');
    need(true);
    await bus.publish(type, eventOf(7, 'needed'), 'needed');
    await untilHeard('needed');
    expect(heard).not.toContain('unneeded');
    await hearing.stop();
    await stop();
  });

  it('goes on after NATS was away', async () => {
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
