import { type SaveWebhook, webhookEvents } from '@obieg/contracts';
import { createDatabase, createLog, withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fanOutChanges } from '../src/webhooks/fan-out';
import { takeLanes } from '../src/webhooks/lanes.repo';
import { png } from './attachment-files';
import { userIds } from './fixture';
import { uploadFile } from './upload-helpers';
import {
  countPending,
  endPauses,
  integrationId,
  startSender,
  startWebhookFixture,
  untilSent,
  type WebhookFixture,
  whileSending,
} from './webhook-fixture';
import { answerWith, type ReceivedMessage, type Receiver, startReceiver } from './webhook-receiver';

let fixture: WebhookFixture;
let receiver: Receiver;
beforeAll(async () => {
  fixture = await startWebhookFixture();
});
afterAll(() => fixture.service.close());
beforeEach(async () => {
  receiver = await startReceiver();
  await withOrganization(fixture.service.db, fixture.acme.id, async (tx) => {
    for (const table of ['webhooks', 'webhook_deliveries', 'webhook_changes']) await tx(table).delete();
  });
});
afterEach(() => receiver.close());

const createHook = (more: Partial<SaveWebhook> = {}) => fixture.createHook({ url: receiver.url, ...more });
const send = async (method: string, path: string, body?: object, token = fixture.tokens.operator) => {
  const answer = await fixture.call(method, path, token, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
const submit = (more: object = {}) => fixture.submit(more, fixture.tokens.operator);
const comment = (task: number, content: string, more: object = {}) =>
  send('POST', `/api/tasks/${task}/comment`, { content, ...more });
const deliver = () => whileSending(fixture, () => untilSent(fixture));
const typesOf = (messages: readonly ReceivedMessage[]): string[] => messages.map(({ body }) => body.type);
const verify = (secret: string, { text, headers }: ReceivedMessage) =>
  new Webhook(secret).verify(text, headers as Record<string, string>);

describe('a message', () => {
  it('is a signed CloudEvent with the task as the integration sees it', async () => {
    const { secret } = await createHook();
    const task = await submit();
    await deliver();
    const [message] = receiver.received;
    expect(receiver.received).toHaveLength(1);
    expect(message?.headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
    expect(message?.body).toMatchObject({
      specversion: '1.0',
      id: message?.headers['webhook-id'],
      source: 'https://acme.example.com',
      type: 'task.created',
      subject: String(task),
      datacontenttype: 'application/json',
      data: { publicTaskId: task, task: { publicTaskId: task, statusName: 'Nowe' } },
    });
    expect(message && verify(secret, message)).toEqual(message?.body);
  });

  it('reports each event that the webhook wants', async () => {
    await createHook({ events: [...webhookEvents] });
    const task = await submit();
    const path = `/api/tasks/${task}`;
    await comment(task, 'Dzień dobry');
    await send('POST', `${path}/priority`, { priority: 'HIGH', expectedPriority: 'NORMAL' });
    await send('POST', `${path}/assign`, { assignmentType: 'ASSIGN_TO_USER', userId: userIds.admin });
    await send('POST', `${path}/transition`, { transitionId: 2, workflowParameters: {} });
    expect((await uploadFile(fixture, task, 'a.png', png, fixture.tokens.operator)).status).toBe(201);
    await deliver();
    await send('DELETE', path);
    await deliver();
    expect(typesOf(receiver.received)).toEqual([
      'task.created',
      'task.commented',
      'task.changed',
      'task.assigned',
      'task.moved',
      'task.file-added',
      'task.deleted',
    ]);
    const dataOf = (type: string) => receiver.received.find(({ body }) => body.type === type)?.body.data;
    expect(dataOf('task.commented').comment).toMatchObject({ content: 'Dzień dobry' });
    expect(dataOf('task.file-added').attachment).toMatchObject({ originalFilename: 'a.png' });
    expect(dataOf('task.deleted')).toEqual({ publicTaskId: task });
  });

  it('is not sent for another event, or by a webhook that is off', async () => {
    await createHook({ events: ['task.moved'] });
    await createHook({ isActive: false });
    await submit();
    expect(await countPending(fixture)).toBe(0);
  });

  it('is signed with both secrets for a day after a rotation', async () => {
    const { webhook, secret } = await createHook();
    const { body } = await fixture.hooks('POST', `/${webhook.id}/rotate`);
    await submit();
    await deliver();
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('webhooks').update({ previous_secret_until: tx.fn.now() }),
    );
    await submit();
    await deliver();
    const [during, after] = receiver.received;
    if (!during || !after) throw new Error('A message is missing');
    for (const valid of [secret, body.secret]) expect(() => verify(valid, during)).not.toThrow();
    expect(() => verify(body.secret, after)).not.toThrow();
    expect(() => verify(secret, after)).toThrow();
  });
});

describe('the integration', () => {
  it('gets nothing about a task that it may not see', async () => {
    await createHook({ events: [...webhookEvents] });
    const task = await submit({ visibleUserIds: [userIds.operator] });
    await comment(task, 'Tajne');
    await send('DELETE', `/api/tasks/${task}`);
    await deliver();
    expect(receiver.received).toEqual([]);
    const left = await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('webhook_deliveries'),
    );
    expect(left).toEqual([]);
  });

  it('gets a task that names its group as a reader', async () => {
    await createHook();
    await fixture.service.joinGroup(fixture.acme, 9, integrationId, 'MEMBER');
    const task = await submit({ visibleUserIds: [userIds.operator], visibleGroupIds: [9] });
    await deliver();
    expect(receiver.received.map(({ body }) => body.subject)).toEqual([String(task)]);
  });

  it('gets no comment for chosen readers', async () => {
    await createHook({ events: ['task.commented'] });
    const task = await submit();
    await comment(task, 'Dla administratora', { visibleUserIds: [userIds.admin] });
    await comment(task, 'Dla wszystkich');
    await deliver();
    expect(receiver.received.map(({ body }) => body.data.comment.content)).toEqual(['Dla wszystkich']);
  });

  it('gets what it may see at the time of sending', async () => {
    await createHook({ events: ['task.created', 'task.changed'] });
    const [hidden, changed] = [await submit(), await submit()];
    await send('PUT', `/api/tasks/${hidden}`, {
      title: 'Ukryte',
      visibleUserIds: [userIds.operator],
      visibleGroupIds: [],
    });
    await send('PUT', `/api/tasks/${changed}`, { title: 'Nowy tytuł' });
    await deliver();
    expect(receiver.received.map(({ body }) => [body.type, body.data.task.title])).toEqual([
      ['task.created', 'Nowy tytuł'],
      ['task.changed', 'Nowy tytuł'],
    ]);
  });

  it('gets only own tasks as a reporter, and nothing without a role', async () => {
    await createHook();
    for (const roles of [['REPORTER'], []] as const) {
      await fixture.setIntegrationRoles([...roles]);
      await submit();
      await deliver();
    }
    await fixture.setIntegrationRoles(['OPERATOR']);
    expect(receiver.received).toEqual([]);
  });
});

describe('a receiver that fails', () => {
  it('gets the message again with its id, and later ones of the task after it', async () => {
    await createHook({ events: ['task.created', 'task.commented'] });
    receiver.answer(answerWith(503));
    const task = await submit();
    await comment(task, 'Pierwszy');
    await whileSending(fixture, () =>
      pollUntil(async () => receiver.received[0], { describe: 'the first attempt' }),
    );
    receiver.answer(answerWith(200));
    await endPauses(fixture);
    await deliver();
    expect(typesOf(receiver.received)).toEqual(['task.created', 'task.created', 'task.commented']);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(2);
  });

  it('is given up after a day', async () => {
    await createHook();
    receiver.answer(answerWith(500));
    await submit();
    await whileSending(fixture, () =>
      pollUntil(async () => receiver.received[0], { describe: 'an attempt' }),
    );
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('webhook_deliveries').update({ give_up_at: tx.fn.now() }),
    );
    await endPauses(fixture);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    const [row] = await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('webhook_deliveries'),
    );
    expect(row).toMatchObject({ state: 'FAILED', failure: 'EXPIRED', attempts: 1 });
  });

  it('does not delay other webhooks', async () => {
    const slow = await startReceiver(() => undefined);
    try {
      for (let count = 0; count < 3; count += 1) await createHook({ url: slow.url });
      await createHook();
      for (let count = 0; count < 20; count += 1) await submit();
      await whileSending(fixture, () =>
        pollUntil(async () => receiver.received.length === 20 || undefined, {
          describe: 'the fast receiver',
        }),
      );
      // The slow one has one connection per webhook, and each attempt takes ten seconds.
      expect(slow.received.length).toBeLessThan(20);
    } finally {
      await slow.close();
    }
  });
});

/** The order in which the receiver accepted the numbered comments of each task. */
const acceptedByTask = (accepted: readonly ReceivedMessage[]): Map<string, number[]> => {
  const byTask = new Map<string, number[]>();
  for (const { body } of accepted) {
    const numbers = byTask.get(body.subject) ?? [];
    numbers.push(Number(body.data.comment.content));
    byTask.set(body.subject, numbers);
  }
  return byTask;
};

describe('several processes', () => {
  it('keep the order of each task, although attempts fail', async () => {
    const perTask = 12;
    await createHook({ events: ['task.commented'] });
    const tasks = [await submit(), await submit(), await submit()];
    for (let number = 0; number < perTask; number += 1)
      for (const task of tasks) await comment(task, String(number));
    const accepted: ReceivedMessage[] = [];
    let count = 0;
    receiver.answer((message, response) => {
      count += 1;
      const isAccepted = count % 5 !== 0;
      if (isAccepted) accepted.push(message);
      response.writeHead(isAccepted ? 200 : 500).end();
    });
    const senders = [startSender(fixture), startSender(fixture)];
    await pollUntil(
      async () => {
        await endPauses(fixture);
        return (await countPending(fixture)) === 0 || undefined;
      },
      { describe: 'all messages', deadlineMs: 60_000 },
    );
    for (const sender of senders) await sender.stop();
    const expected = Array.from({ length: perTask }, (_, number) => number);
    expect(
      [...acceptedByTask(accepted)].map(([task, numbers]) => [Number(task), numbers]).toSorted(),
    ).toEqual(tasks.map((task) => [task, expected]).toSorted());
  });

  it('take the messages of a process that died', async () => {
    const { webhook } = await createHook();
    await submit();
    await fanOutChanges(fixture.service.db, fixture.acme.id, createLog('test', 'silent'));
    const take = (leaseMs: number) =>
      withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
        takeLanes(tx, webhook.id, { max: 5, leaseMs }),
      );
    expect(await take(60_000)).toHaveLength(1);
    expect(await take(60_000)).toHaveLength(0);
    // The lease ends.
    await withOrganization(fixture.service.db, fixture.acme.id, (tx) =>
      tx('webhook_lanes').update({ due_at: tx.fn.now() }),
    );
    await deliver();
    expect(typesOf(receiver.received)).toEqual(['task.created']);
  });
});

describe('a change that cannot be queued', () => {
  it('is set aside, and the others continue', async () => {
    await createHook();
    await submit();
    const bad = await submit();
    const { service, acme } = fixture;
    await withOrganization(service.db, acme.id, (tx) =>
      tx.raw(
        `update webhook_changes set task_id = -1
          where task_id = (select id from tasks where public_task_id = ?)`,
        [bad],
      ),
    );
    const owner = createDatabase({ url: service.ownerUrl, poolSize: 1 });
    await owner.knex.raw('alter table webhook_deliveries add constraint no_negative check (task_id >= 0)');
    try {
      await whileSending(fixture, () => untilSent(fixture));
    } finally {
      await owner.knex.raw('alter table webhook_deliveries drop constraint no_negative');
      await owner.close();
    }
    expect(receiver.received).toHaveLength(1);
  });
});
