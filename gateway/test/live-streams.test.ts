import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';

let gateway: TestGateway;
const openRequests: ClientRequest[] = [];
afterEach(async () => {
  for (const request of openRequests.splice(0)) request.destroy();
  await gateway.close();
});

const event = 'event: changed\ndata: {}\n\n';
/** Starts a gateway whose svc-tasks opens endless event streams and echoes all other requests. */
const start = async (options: Parameters<typeof startGateway>[0] = {}) => {
  gateway = await startGateway(options);
  const echo = gateway.tasks.handle;
  gateway.tasks.handle = (request, response) => {
    if (!request.url?.endsWith('/live')) return echo(request, response);
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }).write(event);
  };
};

const bearer = (userId: number) => ({
  authorization: `Bearer ${gateway.tokens.sign({ userId, organizationId: 1 })}`,
});
const openStream = async (path: string, userId = 7) => {
  const { port } = gateway;
  const headers = { host: 'acme.obieg.localhost', ...bearer(userId) };
  const request = httpRequest({ host: '127.0.0.1', port, path, headers });
  request.on('error', () => undefined);
  openRequests.push(request);
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return { request, response };
};

describe.each(['/api/tasks/live', '/api/tasks/123456789012/live'])('GET %s', (path) => {
  it('forwards events while the stream is open', async () => {
    await start();
    const { response } = await openStream(path);
    expect(String((await once(response, 'data'))[0])).toBe(event);
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
    });
  });

  it('does not occupy a connection that calls need', async () => {
    await start({ connections: 1 });
    await openStream(path);
    const responses = await Promise.all([1, 2].map(() => gateway.request('GET', '/api/tasks')));
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('is limited to a number of concurrent streams per user', async () => {
    await start({ environment: { RATE_LIMIT_STREAMS_AT_ONCE: '2' } });
    const { request } = await openStream(path);
    expect((await openStream(path)).response.statusCode).toBe(200);
    expect((await openStream(path)).response.statusCode).toBe(429);
    expect((await openStream(path, 8)).response.statusCode).toBe(200);
    expect((await gateway.request('GET', '/api/tasks', { headers: bearer(7) })).status).toBe(200);
    request.destroy();
    await pollUntil(async () => (await openStream(path)).response.statusCode === 200 || undefined, {
      describe: 'another stream can open',
    });
  });

  it('is known until it ends, so that a shutdown can end it', async () => {
    await start();
    const { response } = await openStream(path);
    expect(gateway.openStreams.size).toBe(1);
    const closed = new Promise((resolve) => void response.once('close', resolve));
    for (const open of gateway.openStreams) open.destroy();
    await closed;
    await pollUntil(async () => gateway.openStreams.size === 0 || undefined, {
      describe: 'the stream is forgotten',
    });
  });

  it('is measured until the stream starts', async () => {
    await start();
    const { request, response } = await openStream(path);
    await once(response, 'data');
    request.destroy();
    const metricLine = /obieg_http_request_seconds_count\{[^}]*route="\/api\/tasks"[^}]*status="(\d+)"/;
    const status = await pollUntil(
      async () => metricLine.exec((await gateway.request('GET', '/metrics')).text)?.[1],
      { describe: 'the request is counted' },
    );
    expect(status).toBe('200');
  });
});
