import { calendarKeyChanges, type EventData, webhookChanges } from '@obieg/contracts';
import { applyMessage, createLog } from '@obieg/service-kit';
import { buildEvent } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsumers } from '../src/consumers/index';
import { startSecurityLogFixture } from './security-log-fixture';

type Fixture = Awaited<ReturnType<typeof startSecurityLogFixture>>;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startSecurityLogFixture();
});
afterAll(() => fixture.identity.close());

const reactions = createConsumers(createLog('svc-identity', 'silent')).flatMap((one) => one.reactions);
const apply = (payload: string) =>
  applyMessage({ service: 'svc-identity', reactions, db: fixture.identity.db }, payload);
const build = (data: Partial<EventData<'obieg.tasks.webhook.changed'>>, aggregateId: string) =>
  buildEvent(
    'obieg.tasks.webhook.changed',
    {
      organizationId: fixture.acme.id,
      webhookId: 1,
      change: 'CREATED',
      actorUserId: fixture.ids.anna,
      host: 'hooks.example.com',
      ip: '203.0.113.7',
      ...data,
    },
    { aggregateId },
  );
const listWebhookEntries = async () =>
  (await fixture.listEntries()).filter(({ event }) => event.startsWith('webhook.'));

describe('changes of webhooks', () => {
  it('are entries with actor, address and host, each once', async () => {
    for (const [index, change] of webhookChanges.entries()) {
      const payload = build(
        change === 'SWITCHED_OFF' ? { change, actorUserId: null, ip: null } : { change },
        `1-${index}`,
      );
      await apply(payload);
      await apply(payload);
    }
    const entries = await listWebhookEntries();
    expect(entries.map(({ event, actor_id, ip }) => [event, actor_id, ip])).toEqual([
      ['webhook.create', fixture.ids.anna, '203.0.113.7'],
      ['webhook.change', fixture.ids.anna, '203.0.113.7'],
      ['webhook.rotate', fixture.ids.anna, '203.0.113.7'],
      ['webhook.delete', fixture.ids.anna, '203.0.113.7'],
      ['webhook.switch-off', null, null],
    ]);
    for (const { details, organization_id } of entries)
      expect([details, organization_id]).toEqual([{ name: 'hooks.example.com' }, fixture.acme.id]);
  });

  it('of a kind that only a newer version knows have no entry', async () => {
    const before = await listWebhookEntries();
    await apply(build({ change: 'PAUSED' as 'CHANGED' }, '1-newer'));
    expect(await listWebhookEntries()).toEqual(before);
  });
});

describe('changes of keys of calendar feeds', () => {
  it('are entries of their owner, each once', async () => {
    const userId = fixture.ids.anna;
    for (const change of [...calendarKeyChanges, 'SHARED' as 'CREATED']) {
      const payload = buildEvent(
        'obieg.tasks.calendar-key.changed',
        { organizationId: fixture.acme.id, userId, change, ip: '203.0.113.7' },
        { aggregateId: `key-${change}` },
      );
      await apply(payload);
      await apply(payload);
    }
    const entries = (await fixture.listEntries()).filter(({ event }) => event.startsWith('calendar-key.'));
    expect(
      entries.map(({ event, actor_id, subject_type, subject_id, ip }) => [
        event,
        actor_id,
        subject_type,
        subject_id,
        ip,
      ]),
    ).toEqual(
      ['calendar-key.create', 'calendar-key.revoke'].map((event) => [
        event,
        userId,
        'user',
        String(userId),
        '203.0.113.7',
      ]),
    );
  });
});
