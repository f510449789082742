import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { createSupervisor } from './supervisor';
import { openDemoReceiver, startWebhookReceiver } from './webhook-receiver';

const secret = `whsec_${Buffer.alloc(32, 'secret of a test').toString('base64')}`;

it('runs the program of the guide, again with the same port and secret', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'webhook-receiver-'));
  const start = () => createSupervisor({ logFolder: join(dataDir, 'logs'), log: () => undefined });
  let supervisor = start();
  const log = () => undefined;
  onTestFinished(async () => {
    await supervisor.stopAll();
    await rm(dataDir, { recursive: true, force: true });
  });
  await startWebhookReceiver({ supervisor, dataDir, log });
  expect(supervisor.pids()).toEqual({});
  const { url, start: startReceiver, hasSecret } = await openDemoReceiver({ supervisor, dataDir, log });
  expect(hasSecret).toBe(false);
  await startReceiver(secret);

  const send = async (id: string, key: string): Promise<number> => {
    const body = JSON.stringify({ id, type: 'task.created', subject: '1', data: { task: { title: id } } });
    const now = new Date();
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(key).sign(id, now, body),
    };
    return (await fetch(url, { method: 'POST', body, headers })).status;
  };
  expect(await send('first', secret)).toBe(204);
  expect(await send('forged', `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(401);
  await supervisor.stopAll();

  supervisor = start();
  await startWebhookReceiver({ supervisor, dataDir, log });
  expect(await send('second', secret)).toBe(204);
  const readLog = () => readFile(join(dataDir, 'logs/webhook-receiver.log'), 'utf8');
  await expect.poll(readLog, { timeout: 20_000 }).toMatch(/first\n[\s\S]*second/);
  expect(await readLog()).not.toContain('forged');
});

it('lets the product start if the port is taken', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'webhook-receiver-'));
  const supervisor = createSupervisor({ logFolder: join(dataDir, 'logs'), log: () => undefined });
  onTestFinished(async () => {
    await supervisor.stopAll();
    await rm(dataDir, { recursive: true, force: true });
  });
  const lines: string[] = [];
  await writeFile(join(dataDir, 'demo-webhook.json'), JSON.stringify({ port: 1, secret: 'no secret' }));
  await startWebhookReceiver({ supervisor, dataDir, log: (line) => lines.push(line) });
  expect(lines).toEqual([expect.stringContaining('the receiver of the demo webhook does not run')]);
});
