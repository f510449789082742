import { randomBytes } from 'node:crypto';
import { withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookSecrets } from '../src/webhooks/secrets';
import { buildKillable } from './killable-process';
import { testWebhooks } from './tasks-service';
import { countPending, startWebhookFixture, type WebhookFixture } from './webhook-fixture';
import { type Receiver, startReceiver } from './webhook-receiver';

const taskCount = 100;
const changesPerTask = 10;
const key = randomBytes(32);

let fixture: WebhookFixture;
let receiver: Receiver;
let program: Awaited<ReturnType<typeof buildKillable>>;
beforeAll(async () => {
  [fixture, receiver, program] = await Promise.all([
    startWebhookFixture({ webhooks: { ...testWebhooks, secretBox: createWebhookSecrets([key]) } }),
    startReceiver(),
    buildKillable('webhook-process'),
  ]);
}, 60_000);
afterAll(async () => {
  await receiver.close();
  program.remove();
  await fixture.service.close();
});

const inAcme = <T>(work: Parameters<typeof withOrganization<T>>[2]) =>
  withOrganization(fixture.service.db, fixture.acme.id, work);

/** Changes tasks as many times as there are messages. */
const changeTasks = async (): Promise<void> => {
  const first = await fixture.submit({}, fixture.tokens.operator);
  await fixture.createHook({ url: receiver.url, events: ['task.changed'] });
  await inAcme((tx) =>
    tx.raw(
      `insert into tasks (organization_id, public_task_id, title, status_id, priority, author_user_id, is_restricted, answers)
       select organization_id, 200000000000 + n, title, status_id, priority, author_user_id, false, answers
         from tasks cross join generate_series(1, :taskCount) n where public_task_id = :first`,
      { taskCount, first },
    ),
  );
  for (let change = 1; change <= changesPerTask; change += 1)
    await inAcme((tx) =>
      tx('tasks')
        .where('public_task_id', '>', 200_000_000_000)
        .where('public_task_id', '<=', 200_000_000_000 + taskCount)
        .update({ title: `Zmiana ${change}`, revision: tx.raw('revision + 1') }),
    );
};

describe('messages during crashes', () => {
  it('arrive at least once with one id, in the order of their task', async () => {
    await changeTasks();
    const total = taskCount * changesPerTask;
    const start = () =>
      program.start({ DATABASE_URL: fixture.service.appUrl, WEBHOOK_KEYS: key.toString('base64') });
    const processes = [await start(), await start()];
    // Kills one process after another, each with messages on their way.
    for (let killed = 0; killed < 4; killed += 1) {
      const enough = ((killed + 1) * total) / 6;
      await pollUntil(async () => receiver.received.length >= enough || undefined, {
        describe: `${enough} messages`,
        deadlineMs: 600_000,
      });
      await processes[killed % 2]?.killAndStart();
    }
    await pollUntil(async () => (await countPending(fixture)) === 0 || undefined, {
      describe: 'all messages',
      deadlineMs: 600_000,
    });
    await Promise.all(processes.map(({ kill }) => kill()));

    const firstArrivals = new Map<string, number>();
    for (const [index, { headers, body }] of receiver.received.entries()) {
      expect(headers['webhook-id']).toBe(body.id);
      if (!firstArrivals.has(body.id)) firstArrivals.set(body.id, index);
    }
    expect(firstArrivals.size).toBe(total);
    const deliveries: { task_id: number; message_id: string }[] = await inAcme((tx) =>
      tx('webhook_deliveries').orderBy(['task_id', 'id']).select('task_id', 'message_id'),
    );
    const lastOfTask = new Map<number, number>();
    const outOfOrder = deliveries.filter(({ task_id, message_id }) => {
      const arrival = firstArrivals.get(message_id) ?? -1;
      const isLate = arrival <= (lastOfTask.get(task_id) ?? -1);
      lastOfTask.set(task_id, arrival);
      return isLate;
    });
    expect(outOfOrder).toEqual([]);
  }, 1_500_000);
});
