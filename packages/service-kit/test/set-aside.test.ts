import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { setAsideMigration } from '../src/index';
import { pollUntil } from '../src/testing/index';
import { prepareEvents } from './event-services';

const events = prepareEvents([setAsideMigration]);

const insertBadRow = (subject: string) =>
  events.publisher.db
    .knex('outbox')
    .insert({ event_id: randomUUID(), subject, envelope: JSON.stringify({ subject }) });
const listSetAside = () => events.publisher.db.knex('set_aside').orderBy('id');
const untilSetAside = (count: number) =>
  pollUntil(async () => ((await listSetAside()).length >= count ? true : undefined), {
    describe: `${count} rows are set aside`,
  });

describe('an event that no stream accepts', () => {
  it('is set aside with its reason, and does not hold up or repeat the others', async () => {
    const { bus, untilPublished, stop } = await events.startServices('reader');
    const published: string[] = [];
    const following = await bus.follow(
      'obieg.identity.user.changed',
      (payload) => void published.push(payload),
    );
    for (const subject of ['nowhere.at.all', 'white space', '']) await insertBadRow(subject);
    for (let id = 1; id <= 30; id += 1) await events.recordUser(id, `user${id}`);
    await events.untilNamed(30, 'user30');
    expect(await listSetAside()).toEqual([]);

    await untilSetAside(3);
    await untilPublished();
    expect(await listSetAside()).toMatchObject([
      {
        queue: 'outbox',
        row: { subject: 'nowhere.at.all' },
        tries: 5,
        reason: expect.stringMatching(/no stream/),
      },
      { queue: 'outbox', row: { subject: 'white space' }, reason: expect.stringMatching(/not a subject/) },
      { queue: 'outbox', row: { subject: '' }, reason: expect.stringMatching(/not a subject/) },
    ]);
    expect(published).toHaveLength(30);
    await following.close();
    await stop();
  });
});
