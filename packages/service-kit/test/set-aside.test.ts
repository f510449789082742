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

describe('a state that NATS rejects', () => {
  it('is dropped if a newer state of the same aggregate is published', async () => {
    const { bus, untilPublished, stop } = await events.startServices('reader');
    const subject = 'obieg.workflow.configuration.changed.5';
    const rows = [
      { subject, envelope: JSON.stringify({ version: 1, filler: 'x'.repeat(1_100_000) }) },
      { subject: 'obieg.workflow.configuration.changed.6', envelope: '{}' },
      { subject, envelope: JSON.stringify({ version: 2 }) },
    ];
    await events.publisher.db.knex('outbox').insert(rows.map((row) => ({ ...row, event_id: randomUUID() })));
    await untilPublished();
    const stored = await bus.read('OBIEG_WORKFLOW', subject);
    expect(stored.map(({ payload }) => JSON.parse(payload))).toEqual([{ version: 2 }]);
    expect(await listSetAside()).toEqual([]);
    await stop();
  });
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
