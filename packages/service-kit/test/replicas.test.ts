import { eventEnvelopeSchema } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { pollUntil } from '../src/testing/index';
import { prepareEvents } from './event-services';

const events = prepareEvents();
const { recordUser, startServices, untilNamed } = events;
const users = Array.from({ length: 20 }, (_, index) => index + 1);
const rounds = 10;

describe('two processes of one service', () => {
  it('publish events in order, even while another transaction locks the first of them', async () => {
    for (const id of users) await recordUser(id, `first${id}`);
    const lock = await events.publisher.db.knex.transaction();
    await lock.raw('select id from outbox order by id limit 1 for update');
    const services = await startServices('reader');
    const names: string[] = [];
    const following = await services.bus.follow('obieg.identity.user.changed', (payload) => {
      names.push((eventEnvelopeSchema.parse(JSON.parse(payload)).data as { username: string }).username);
    });
    await pollUntil(async () => names.length > 0 || undefined, { describe: 'an event is published' });
    await lock.rollback();
    await services.untilPublished();
    await pollUntil(async () => names.length >= users.length || undefined, {
      describe: 'every event is published',
    });
    expect(names).toEqual(users.map((id) => `first${id}`));
    await following.close();
    await services.stop();
  });

  it('publish each event, keep the order of each aggregate, and apply each event once', async () => {
    const services = await Promise.all([startServices('reader'), startServices('reader')]);
    const versions = new Map<string, number[]>();
    const ids: string[] = [];
    const following = await services[0].bus.follow('obieg.identity.user.changed', (payload) => {
      const { id, subject, aggregateversion } = eventEnvelopeSchema.parse(JSON.parse(payload));
      ids.push(id);
      versions.set(subject, [...(versions.get(subject) ?? []), aggregateversion]);
    });
    const countOutcomes = async (): Promise<number> => {
      const outcomes = ['applied', 'outdated'];
      const counts = services.flatMap(({ countHandled }) => outcomes.map(countHandled));
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    };
    for (let round = 1; round <= rounds; round += 1)
      await Promise.all(users.map((id) => recordUser(id, `user${id}-${round}`)));

    await Promise.all(users.map((id) => untilNamed(id, `user${id}-${rounds}`)));
    const total = users.length * rounds;
    await pollUntil(async () => (await countOutcomes()) >= total || undefined, {
      describe: 'each event is handled',
    });
    expect(await countOutcomes()).toBe(total);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [subject, published] of versions)
      expect([subject, published]).toEqual([subject, [...published].sort((one, other) => one - other)]);
    await following.close();
    await Promise.all(services.map((service) => service.stop()));
  });
});
