import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';

let gateway: TestGateway;
const listeners: ClientRequest[] = [];
afterEach(async () => {
  for (const listener of listeners.splice(0)) listener.destroy();
  await gateway.close();
});

const event = 'event: changed\ndata: {}\n\n';
/** Services that start event streams without end and answer everything else. */
const start = async (options: Parameters<typeof startGateway>[0] = {}) => {
  gateway = await startGateway(options);
  const echo = gateway.tasks.answer;
  gateway.tasks.answer = (request, response) => {
    if (!request.url?.endsWith('/live')) return echo(request, response);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }).write(event);
  };
};

const bearer = (userId: number) => ({
  authorization: `Bearer ${gateway.tokens.sign({ userId, organizationId: 1 })}`,
});
const listen = async (path: string, userId = 7) => {
  const { port } = gateway;
  const headers = { host: 'acme.obieg.localhost', ...bearer(userId) };
  const request = httpRequest({ host: '127.0.0.1', port, path, headers });
  request.on('error', () => undefined);
  listeners.push(request);
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return { request, response };
};

describe.each(['/api/tasks/live', '/api/tasks/123456789012/live'])('events of %s', (path) => {
  it('events arrive while the stream is open', async () => {
    await start();
    const { response } = await listen(path);
    expect(String((await once(response, 'data'))[0])).toBe(event);
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
    });
  });

  it('streams hold no connection that calls need', async () => {
    await start({ connections: 1 });
    await listen(path);
    const answers = await Promise.all([1, 2].map(() => gateway.request('GET', '/api/tasks')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('streams are limited per user', async () => {
    await start({ environment: { RATE_LIMIT_STREAMS_AT_ONCE: '2' } });
    const { request } = await listen(path);
    expect((await listen(path)).response.statusCode).toBe(200);
    expect((await listen(path)).response.statusCode).toBe(429);
    expect((await listen(path, 8)).response.statusCode).toBe(200);
    expect((await gateway.request('GET', '/api/tasks', { headers: bearer(7) })).status).toBe(200);
    request.destroy();
    await pollUntil(async () => (await listen(path)).response.statusCode === 200 || undefined, {
      describe: 'the place is free',
    });
  });

  it('streams are measured until they start', async () => {
    await start();
    const { request, response } = await listen(path);
    await once(response, 'data');
    request.destroy();
    const counted = /obieg_http_request_seconds_count\{[^}]*route="\/api\/tasks"[^}]*status="(\d+)"/;
    const status = await pollUntil(
      async () => counted.exec((await gateway.request('GET', '/metrics')).text)?.[1],
      { describe: 'the call is counted' },
    );
    expect(status).toBe('200');
  });
});
