import { request as httpRequest, type IncomingMessage } from 'node:http';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';
import { startUpstream, type Upstream } from './upstream';

let gateway: TestGateway;
let first: Upstream;
let second: Upstream;

beforeEach(async () => {
  [first, second] = await Promise.all([startUpstream(), startUpstream()]);
  gateway = await startGateway({
    environment: { TASKS_URL: `${first.origin},${second.origin}`, RATE_LIMIT_SCALE: '1000' },
  });
});
afterEach(async () => {
  await gateway.close();
  await Promise.all([first.close(), second.close()]);
});

const json = { 'content-type': 'application/json' };
const callsOf = ({ requests }: Upstream): IncomingMessage[] =>
  requests.filter(({ url }) => url !== '/readyz');
const read = () => gateway.request('GET', '/api/tasks');
const write = () => gateway.request('POST', '/api/tasks', { headers: json, body: '{}' });

const readInstances = async (): Promise<string[]> =>
  (await gateway.request('GET', '/api/health')).body.instances.tasks;
const untilInstances = (states: string[]) =>
  pollUntil(async () => ((await readInstances()).join() === states.join() ? true : undefined), {
    describe: `instances are ${states}`,
  });

/** Answers the readiness check with this status, and everything else as before. */
const setReadiness = (upstream: Upstream, status: number): void => {
  const next = upstream.handle;
  upstream.handle = (request, response) => {
    if (request.url !== '/readyz') return next(request, response);
    response.writeHead(status, json).end('{}');
  };
};

/** Closes the connection of each call after the request arrived. */
const breakCalls = (upstream: Upstream): void => {
  upstream.handle = (request, response) => {
    if (request.url === '/readyz') response.writeHead(200, json).end('{}');
    else request.socket.destroy();
  };
};

describe('a service with two instances', () => {
  it('receives calls on both', async () => {
    for (let count = 0; count < 10; count += 1) expect((await read()).status).toBe(200);
    expect(callsOf(first)).toHaveLength(5);
    expect(callsOf(second)).toHaveLength(5);
  });

  it('receives no calls on an instance that is not ready, until it is ready again', async () => {
    setReadiness(first, 503);
    await untilInstances(['down', 'up']);
    const before = callsOf(first).length;
    for (let count = 0; count < 6; count += 1) expect((await write()).status).toBe(200);
    expect(callsOf(first)).toHaveLength(before);
    setReadiness(first, 200);
    await untilInstances(['up', 'up']);
    for (let count = 0; count < 2; count += 1) await read();
    expect(callsOf(first).length).toBeGreaterThan(before);
  });

  it('receives every call while no instance reports ready', async () => {
    for (const upstream of [first, second]) setReadiness(upstream, 503);
    await untilInstances(['down', 'down']);
    expect((await read()).status).toBe(200);
  });

  it.each([['GET'], ['POST']])('loses no %s if an instance refuses connections', async (method) => {
    await first.close();
    const send = () =>
      gateway.request(method, '/api/tasks', method === 'GET' ? {} : { headers: json, body: '{}' });
    const responses = await Promise.all(Array.from({ length: 10 }, send));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(callsOf(second)).toHaveLength(10);
  });

  it('receives a streamed upload completely if an instance refuses connections', async () => {
    await first.close();
    const content = 'x'.repeat(300_000);
    for (let count = 0; count < 2; count += 1) {
      const { status, body } = await gateway.request('POST', '/api/tasks/123456789012/attachments', {
        headers: { 'content-type': 'text/plain' },
        body: content,
      });
      expect(status).toBe(200);
      expect(body.body).toBe(content);
    }
  });

  it('receives a read again on the other instance if the connection is lost', async () => {
    breakCalls(first);
    for (let count = 0; count < 4; count += 1) expect((await read()).status).toBe(200);
    expect(callsOf(first).length).toBeGreaterThan(0);
  });

  it('never receives a write twice', async () => {
    breakCalls(first);
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await write()).status);
    expect(statuses.filter((status) => status === 502)).toHaveLength(callsOf(first).length);
    expect(callsOf(first).length + callsOf(second).length).toBe(4);
    expect(callsOf(first).length).toBeGreaterThan(0);
  });

  it('responds with 503 if every instance refuses connections', async () => {
    await Promise.all([first.close(), second.close()]);
    expect((await read()).status).toBe(503);
    expect((await write()).status).toBe(503);
    await untilInstances(['down', 'down']);
    expect((await gateway.request('GET', '/api/health')).body.services.tasks).toBe('down');
  });

  it('ends an event stream with its instance and opens the next one on the other', async () => {
    for (const upstream of [first, second]) {
      const next = upstream.handle;
      upstream.handle = (request, response) => {
        if (request.url !== '/api/tasks/live') return next(request, response);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`data: ${upstream.origin}\n\n`);
      };
    }
    const openStream = () =>
      new Promise<{ origin: string; ended: Promise<void> }>((resolve, reject) => {
        const { port } = gateway;
        const headers = { host: 'acme.obieg.localhost' };
        const request = httpRequest(
          { host: '127.0.0.1', port, path: '/api/tasks/live', headers },
          (response) => {
            const ended = new Promise<void>((done) => void response.once('close', done));
            response.once('data', (chunk: Buffer) =>
              resolve({ origin: chunk.toString().slice(6).trim(), ended }),
            );
            response.on('error', () => undefined);
          },
        );
        request.on('error', reject);
        request.end();
      });
    const stream = await openStream();
    const [ending, other] = stream.origin === first.origin ? [first, second] : [second, first];
    await ending.close();
    await stream.ended;
    for (let count = 0; count < 2; count += 1) expect((await openStream()).origin).toBe(other.origin);
  });
});
