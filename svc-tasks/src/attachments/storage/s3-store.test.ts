import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createS3Store } from './s3-store';

/** A slow bucket: each test sends the response itself. */
const server = createServer();
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => vi.useRealTimers();
});

const createStore = () =>
  createS3Store({
    bucketUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/attachments`,
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  });

const openSlowly = async () => {
  const requested = once(server, 'request');
  const opened = createStore().open('7/name');
  const [, response] = (await requested) as [unknown, ServerResponse];
  return { opened, response };
};
const fiveMinutesMs = 300_000;

describe('createS3Store', () => {
  it('rejects when the bucket does not begin to respond', async () => {
    const { opened, response } = await openSlowly();
    const rejected = expect(opened).rejects.toThrow('did not respond in time');
    vi.advanceTimersByTime(fiveMinutesMs);
    await rejected;
    response.destroy();
  });

  it('does not limit the time of a response that has begun', async () => {
    const { opened, response } = await openSlowly();
    response.writeHead(200, { 'content-length': '4' });
    response.write('ab');
    const content = text(await opened);
    vi.advanceTimersByTime(fiveMinutesMs);
    response.end('cd');
    expect(await content).toBe('abcd');
  });

  const removeFrom = async (errorCode: string): Promise<void> => {
    const requested = once(server, 'request');
    const removed = createStore().remove('7/name');
    const [, response] = (await requested) as [unknown, ServerResponse];
    response.writeHead(404, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${errorCode}</Code><Message>None</Message></Error>`);
    await removed;
  };

  it('ignores NoSuchKey when it removes an object', async () => {
    await removeFrom('NoSuchKey');
    await expect(removeFrom('NoSuchBucket')).rejects.toThrow('NoSuchBucket');
  });
});
