import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { serviceBundle } from '@obieg/build-config/esbuild';
import { withOrganization } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebhookSecrets } from '../src/webhooks/secrets';
import { testWebhooks } from './tasks-service';
import { countPending, startWebhookFixture, type WebhookFixture } from './webhook-fixture';
import { type Receiver, startReceiver } from './webhook-receiver';

const taskCount = 30;
const changesPerTask = 10;
const key = randomBytes(32);
const program = join(import.meta.dirname, `../dist/test-${process.pid}-${Date.now()}/webhook-process.mjs`);

let fixture: WebhookFixture;
let receiver: Receiver;
beforeAll(async () => {
  [fixture, receiver] = await Promise.all([
    startWebhookFixture({ webhooks: { ...testWebhooks, secretBox: createWebhookSecrets([key]) } }),
    startReceiver(),
    build(serviceBundle(join(import.meta.dirname, 'webhook-process.ts'), program)),
  ]);
}, 60_000);
afterAll(async () => {
  await receiver.close();
  rmSync(join(program, '..'), { recursive: true, force: true });
  await fixture.service.close();
});

const inAcme = <T>(work: Parameters<typeof withOrganization<T>>[2]) =>
  withOrganization(fixture.service.db, fixture.acme.id, work);

const startProcess = async (): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [program], {
    env: { DATABASE_URL: fixture.service.appUrl, WEBHOOK_KEYS: key.toString('base64') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('The process has no output');
  await once(child.stdout, 'data');
  return child;
};

const kill = async (child: ChildProcess | undefined): Promise<void> => {
  if (!child || child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

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
    const processes = [await startProcess(), await startProcess()];
    // Kills one process after another, each with messages on their way.
    for (let killed = 0; killed < 4; killed += 1) {
      const enough = ((killed + 1) * total) / 6;
      await pollUntil(async () => receiver.received.length >= enough || undefined, {
        describe: `${enough} messages`,
        deadlineMs: 600_000,
      });
      await kill(processes[killed % 2]);
      processes[killed % 2] = await startProcess();
    }
    await pollUntil(async () => (await countPending(fixture)) === 0 || undefined, {
      describe: 'all messages',
      deadlineMs: 600_000,
    });
    await Promise.all(processes.map(kill));

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
