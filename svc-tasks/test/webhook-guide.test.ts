import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebhookFixture, untilSent, type WebhookFixture, whileSending } from './webhook-fixture';
import { startReceiver } from './webhook-receiver';

const guide = join(import.meta.dirname, '../../docs/how-to/receive-webhooks.md');

let fixture: WebhookFixture;
let folder: string;
beforeAll(async () => {
  fixture = await startWebhookFixture();
  // Below the workspace, so that the receiver finds the library.
  folder = await mkdtemp(join(import.meta.dirname, '../dist-guide-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await fixture.service.close();
});

/** A port that was free a moment ago. */
const findPort = async (): Promise<number> => {
  const { port, close } = await startReceiver();
  await close();
  return port;
};

const startGuideReceiver = async (secret: string, port: number) => {
  const [, program = ''] = /```js\n([\s\S]*?)```/.exec(await readFile(guide, 'utf8')) ?? [];
  const file = join(folder, 'receiver.mjs');
  await writeFile(file, program);
  const child: ChildProcess = spawn(process.execPath, [file], {
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(line));
  const post = () => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' });
  await pollUntil(
    () =>
      post().then(
        () => true as const,
        () => undefined,
      ),
    { describe: 'the receiver' },
  );
  return {
    lines,
    post,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
};

describe('the receiver of the guide', () => {
  it('accepts messages, each once, and refuses what is not signed', async () => {
    const port = await findPort();
    const { webhook, secret } = await fixture.createHook({ url: `http://127.0.0.1:${port}/` });
    const receiver = await startGuideReceiver(secret, port);
    try {
      expect((await receiver.post()).status).toBe(401);
      const task = await fixture.submit({ title: 'Z przewodnika' }, fixture.tokens.operator);
      await whileSending(fixture, () => untilSent(fixture));
      const { body } = await fixture.hooks('GET', `/${webhook.id}/deliveries`);
      expect(body.deliveries).toMatchObject([{ state: 'DELIVERED', responseStatus: 204 }]);
      await fixture.hooks('POST', `/${webhook.id}/deliveries/${body.deliveries[0].id}/repeat`);
      await whileSending(fixture, () => untilSent(fixture));
      await fixture.hooks('POST', `/${webhook.id}/test`);
      await whileSending(fixture, () => untilSent(fixture));
      await pollUntil(async () => receiver.lines[1], { describe: 'the test' });
      expect(receiver.lines.map((line) => line.trim())).toEqual([
        `task.created ${task} Z przewodnika`,
        'test',
      ]);
    } finally {
      await receiver.stop();
    }
  });
});
