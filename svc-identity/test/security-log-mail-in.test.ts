import { applyMessage, createLog } from '@obieg/service-kit';
import { buildEvent } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsumers } from '../src/consumers/index';
import { startSecurityLogFixture } from './security-log-fixture';

let fixture: Awaited<ReturnType<typeof startSecurityLogFixture>>;
beforeAll(async () => {
  fixture = await startSecurityLogFixture();
});
afterAll(() => fixture.identity.close());

describe('a change of tasks by mail', () => {
  it('is an entry with actor and address', async () => {
    const reactions = createConsumers(createLog('svc-identity', 'silent')).flatMap((one) => one.reactions);
    for (const [index, acceptsTasks] of [true, false].entries()) {
      const payload = buildEvent(
        'obieg.tasks.mail-in.changed',
        { organizationId: fixture.acme.id, acceptsTasks, actorUserId: fixture.ids.anna, ip: '203.0.113.7' },
        { aggregateId: `${fixture.acme.id}-${index + 1}` },
      );
      await applyMessage({ service: 'svc-identity', reactions, db: fixture.identity.db }, payload);
    }
    const entries = (await fixture.listEntries()).filter(({ event }) => event.startsWith('mail-in.'));
    expect(entries.map(({ event, actor_id, ip }) => [event, actor_id, ip])).toEqual([
      ['mail-in.on', fixture.ids.anna, '203.0.113.7'],
      ['mail-in.off', fixture.ids.anna, '203.0.113.7'],
    ]);
  });
});
