import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createLog } from '@obieg/service-kit';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createSharedTaskMisses } from './shared-task-misses';

let server: Server | undefined;
let unavailableCount = 0;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** Starts a svc-tasks that answers like this, and records the calls. */
const start = async (status: number, answer: object) => {
  const calls: [url: string | undefined, body: unknown][] = [];
  server = createServer(async (request, response) => {
    calls.push([request.url, await json(request)]);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((listening) => void server?.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const misses = createSharedTaskMisses({
    onUnavailable: () => {
      unavailableCount += 1;
    },
    tasks: () => [origin],
    max: 30,
    log: createLog('test', 'silent'),
  });
  return { calls, misses };
};

describe('createSharedTaskMisses', () => {
  it('reserves and settles in svc-tasks', async () => {
    const { calls, misses } = await start(200, { outcome: 'exhausted', retryAfterSeconds: 60 });
    expect(await misses.reserve('user 1', '123')).toEqual({ outcome: 'exhausted', retryAfterSeconds: 60 });
    misses.settle('user 1', '123', true);
    await pollUntil(async () => calls.length === 2 || undefined, { describe: 'the miss is settled' });
    expect(calls).toEqual([
      ['/internal/task-misses/reserve', { principal: 'user 1', number: '123', max: 30 }],
      ['/internal/task-misses/settle', { principal: 'user 1', number: '123', isMiss: true }],
    ]);
  });

  it('fails closed while svc-tasks is unavailable', async () => {
    const { misses } = await start(503, {});
    await expect(misses.reserve('user 1', '123')).rejects.toMatchObject({ status: 503, part: 'tasks' });
    expect(unavailableCount).toBe(1);
  });

  it('leaves the limit to each gateway beside a svc-tasks of the last release', async () => {
    const { misses } = await start(404, {});
    expect(await misses.reserve('user 1', '123')).toMatchObject({ outcome: 'reserved' });
  });
});
