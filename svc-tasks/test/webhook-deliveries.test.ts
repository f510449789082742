import { deliveryPageSize, type SaveWebhook, type WebhookDelivery } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteOldDeliveries } from '../src/webhooks/lanes.repo';
import { userIds } from './fixture';
import {
  endPauses,
  integrationId,
  startWebhookFixture,
  untilSent,
  type WebhookFixture,
  whileSending,
} from './webhook-fixture';
import { answerWith, type Receiver, startReceiver } from './webhook-receiver';

let fixture: WebhookFixture;
let receiver: Receiver;
beforeAll(async () => {
  fixture = await startWebhookFixture();
});
afterAll(() => fixture.service.close());
beforeEach(async () => {
  receiver = await startReceiver();
  await inAcme(async (tx) => {
    for (const table of ['webhooks', 'webhook_deliveries', 'webhook_changes']) await tx(table).delete();
  });
});
afterEach(() => receiver.close());

const inAcme = <T>(work: Parameters<typeof withOrganization<T>>[2]) =>
  withOrganization(fixture.service.db, fixture.acme.id, work);
const createHook = async (more: Partial<SaveWebhook> = {}) =>
  (await fixture.createHook({ url: receiver.url, ...more })).webhook;
const submit = (more: object = {}) => fixture.submit(more, fixture.tokens.operator);
const deliver = () => whileSending(fixture, () => untilSent(fixture));
const list = async (id: number, query = ''): Promise<WebhookDelivery[]> =>
  (await fixture.hooks('GET', `/${id}/deliveries${query}`)).body.deliveries;
const repeat = (id: number, delivery: number) =>
  fixture.hooks('POST', `/${id}/deliveries/${delivery}/repeat`);

describe('GET /api/webhooks/{webhookId}/deliveries', () => {
  it('returns request, response and times', async () => {
    const { id } = await createHook();
    receiver.answer((_, response) => void response.writeHead(200, { 'x-a': 'b' }).end('OK\u0000'));
    const task = await submit();
    await deliver();
    const [delivery] = await list(id);
    expect(delivery).toEqual({
      id: expect.any(Number),
      messageId: receiver.received[0]?.body.id,
      event: 'task.created',
      publicTaskId: task,
      createdAt: expect.any(String),
      state: 'DELIVERED',
      lastAttemptAt: expect.any(String),
      responseStatus: 200,
      attempts: 1,
      durationMs: expect.any(Number),
      nextAttemptAt: null,
      request: {
        headers: expect.objectContaining({ 'webhook-id': receiver.received[0]?.body.id }),
        body: receiver.received[0]?.text,
        isBodyCut: false,
      },
      response: { headers: expect.objectContaining({ 'x-a': 'b' }), body: 'OK\ufffd', isBodyCut: false },
    });
    const { body } = await fixture.hooks('GET', `/${id}`);
    expect(body.webhook.lastDelivery).toMatchObject({ state: 'DELIVERED', responseStatus: 200 });
  });

  it('says what failed and when the next try is', async () => {
    const { id } = await createHook();
    receiver.answer(answerWith(503));
    await submit();
    await whileSending(fixture, () =>
      pollUntil(async () => ((await list(id))[0]?.attempts === 1 ? true : undefined), {
        describe: 'the first attempt',
      }),
    );
    const [delivery] = await list(id);
    expect(delivery).toMatchObject({ state: 'PENDING', failure: 'STATUS', responseStatus: 503 });
    const { lastAttemptAt, nextAttemptAt } = delivery ?? {};
    const pauseMs = Date.parse(nextAttemptAt ?? '') - Date.parse(lastAttemptAt ?? '');
    expect(pauseMs).toBeGreaterThanOrEqual(4_000);
    expect(pauseMs).toBeLessThanOrEqual(6_000);
    const { body } = await fixture.hooks('GET', `/${id}`);
    expect(body.webhook).toMatchObject({
      failingSince: expect.any(String),
      lastDelivery: { failure: 'STATUS' },
    });
  });

  it('hides those of tasks and comments that the administrator may not see', async () => {
    const { id } = await createHook({ events: ['task.created', 'task.commented', 'task.deleted'] });
    await fixture.service.joinGroup(fixture.acme, 9, integrationId, 'MEMBER');
    const readers = { visibleUserIds: [userIds.operator], visibleGroupIds: [9] };
    const hidden = await submit(readers);
    const task = await submit();
    const call = (method: string, path: string, body?: object) =>
      fixture.call(method, path, fixture.tokens.operator, body);
    await call('POST', `/api/tasks/${task}/comment`, { content: 'Tajne', ...readers });
    await call('POST', `/api/tasks/${hidden}/comment`, { content: 'Tajne' });
    await deliver();
    await call('DELETE', `/api/tasks/${hidden}`);
    await deliver();
    // The receiver got them all, but for the first ones of the deleted task no page may tell.
    expect(receiver.received).toHaveLength(5);
    expect((await list(id)).map(({ event, publicTaskId }) => [event, publicTaskId])).toEqual([
      ['task.created', task],
    ]);
    const [foreign] = await inAcme((tx) =>
      tx('webhook_deliveries').where({ event: 'task.commented' }).orderBy('id').select('id'),
    );
    expect((await repeat(id, foreign.id)).status).toBe(404);
  });

  it('hides what was deleted since', async () => {
    const { id } = await createHook({ events: ['task.created', 'task.commented', 'task.deleted'] });
    const task = await submit();
    const call = (method: string, path: string, body?: object) =>
      fixture.call(method, path, fixture.tokens.operator, body);
    await call('POST', `/api/tasks/${task}/comment`, { content: 'Usunięte' });
    await deliver();
    const comments = await call('GET', `/api/tasks/${task}/comments`);
    await call('DELETE', `/api/tasks/${task}/comments/${comments.body.comments[0].id}`);
    expect((await list(id)).map(({ event }) => event)).toEqual(['task.created']);
    await call('DELETE', `/api/tasks/${task}`);
    await deliver();
    expect((await list(id)).map(({ event }) => event)).toEqual(['task.deleted']);
  });

  it('pages and filters by state', async () => {
    const { id } = await createHook();
    await inAcme((tx) =>
      tx.raw(
        `insert into webhook_deliveries (organization_id, webhook_id, event, task_id, state, created_at, give_up_at)
         select app_organization_id(), :id, 'test', 0, case when n = 1 then 'FAILED' else 'DELIVERED' end, now(), now()
           from generate_series(1, :count) n`,
        { id, count: deliveryPageSize + 2 },
      ),
    );
    const first = (await fixture.hooks('GET', `/${id}/deliveries`)).body;
    const second = (await fixture.hooks('GET', `/${id}/deliveries?cursor=${first.nextCursor}`)).body;
    expect([first.deliveries.length, second.deliveries.length, second.nextCursor]).toEqual([
      deliveryPageSize,
      2,
      null,
    ]);
    expect(await list(id, '?state=FAILED')).toHaveLength(1);
    expect((await fixture.hooks('GET', `/${id}/deliveries?state=LOST`)).status).toBe(400);
  });
});

describe('POST /api/webhooks/{webhookId}/deliveries/{deliveryId}/repeat', () => {
  it('sends the message again with its id, and with present content', async () => {
    const { id } = await createHook();
    const task = await submit();
    await deliver();
    await fixture.call('PUT', `/api/tasks/${task}`, fixture.tokens.operator, { title: 'Po zmianie' });
    const [delivery] = await list(id);
    const { status, body } = await repeat(id, delivery?.id ?? 0);
    expect([status, body.deliveryId]).toEqual([202, delivery?.id]);
    await deliver();
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body.data.task.title).toBe('Po zmianie');
    expect((await list(id))[0]).toMatchObject({ state: 'DELIVERED', attempts: 1 });
  });

  it('repeats once if two ask at the same time', async () => {
    const { id } = await createHook();
    await submit();
    await deliver();
    const [delivery] = await list(id);
    const answers = await Promise.all([repeat(id, delivery?.id ?? 0), repeat(id, delivery?.id ?? 0)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    await deliver();
    expect(receiver.received).toHaveLength(2);
  });

  it('refuses while the message waits or the webhook is off', async () => {
    const { id } = await createHook();
    await submit();
    await deliver();
    const [delivery] = await list(id);
    await repeat(id, delivery?.id ?? 0);
    expect((await repeat(id, delivery?.id ?? 0)).status).toBe(409);
    await deliver();
    await inAcme((tx) => tx('webhooks').update({ is_active: false }));
    expect((await repeat(id, delivery?.id ?? 0)).status).toBe(409);
  });

  it("does not find another webhook's delivery", async () => {
    const [first, second] = [await createHook(), await createHook({ events: ['task.moved'] })];
    await submit();
    await deliver();
    const [delivery] = await list(first.id);
    expect((await repeat(second.id, delivery?.id ?? 0)).status).toBe(404);
  });
});

describe('POST /api/webhooks/{webhookId}/test', () => {
  it('sends a message about no task, also of a webhook that is off', async () => {
    const { id } = await createHook({ isActive: false });
    const { status, body } = await fixture.hooks('POST', `/${id}/test`);
    expect(status).toBe(202);
    await deliver();
    expect(receiver.received[0]?.body).toMatchObject({ type: 'test', data: { message: expect.any(String) } });
    expect(await list(id)).toMatchObject([
      { id: body.deliveryId, event: 'test', publicTaskId: null, state: 'DELIVERED' },
    ]);
  });
});

describe('the sweeper', () => {
  it('deletes deliveries after 30 days and those of deleted webhooks', async () => {
    const [kept, deleted] = [await createHook(), await createHook()];
    for (const { id } of [kept, deleted]) await fixture.hooks('POST', `/${id}/test`);
    await deliver();
    await inAcme((tx) =>
      tx.raw(
        `insert into webhook_deliveries (organization_id, webhook_id, event, task_id, state, created_at, give_up_at)
         select app_organization_id(), ?, 'test', 0, 'DELIVERED', now() - interval '31 days', now()`,
        [kept.id],
      ),
    );
    await fixture.hooks('DELETE', `/${deleted.id}`);
    expect(await deleteOldDeliveries(fixture.service.db)).toBe(2);
    expect(await list(kept.id)).toHaveLength(1);
    await endPauses(fixture);
  });
});
