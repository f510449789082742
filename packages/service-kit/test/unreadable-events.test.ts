import { describe, expect, it } from 'vitest';
import { listDeadLetters } from '../src/events/dead-letters';
import { buildEvent, pollUntil } from '../src/testing/index';
import { prepareEvents, userData } from './event-services';

const type = 'obieg.identity.user.changed';
const events = prepareEvents();

describe('an unreadable message', () => {
  it('becomes a dead letter without retries and does not block other messages', async () => {
    const { bus, countHandled, stop } = await events.startServices('reader');
    const event = JSON.parse(buildEvent(type, userData(1, 'unread'), { aggregateId: 1 }));
    const unreadable = ['{', '{}', JSON.stringify({ ...event, data: { id: 'none' } })];
    for (let index = 0; index < 300; index += 1)
      await bus.publish(type, unreadable[index % unreadable.length] ?? '', `unreadable-${index}`);
    await events.recordUser(2, 'readable');
    await events.untilNamed(2, 'readable');
    await pollUntil(async () => (await countHandled('dead')) === 300 || undefined, {
      describe: 'all of them are dead letters',
    });
    expect(await countHandled('retried')).toBe(0);
    expect(await listDeadLetters(bus, 'reader')).toHaveLength(300);
    expect(await events.readName(1)).toBeUndefined();
    await stop();
  });
});
