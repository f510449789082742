import { once } from 'node:events';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';

const host = 'acme.obieg.localhost';
const downloadPath = '/api/tasks/123456789012/attachments/1/download';
const longPath = '/api/tasks/123456789012/comments';
const uploadPath = '/api/tasks/123456789012/attachments';

let gateway: TestGateway;
let clients: (ClientRequest | Socket)[] = [];
/** Responses that the service saw aborted. */
let brokenOff = 0;
afterEach(async () => {
  for (const client of clients) client.destroy();
  clients = [];
  await gateway.close();
});

/** More than the sockets between can buffer. */
const endless = Buffer.alloc(64 * 1024 * 1024);
const start = async (options: Parameters<typeof startGateway>[0] = {}): Promise<void> => {
  brokenOff = 0;
  gateway = await startGateway({ environment: { UPSTREAM_TIMEOUT_MS: '1500' }, ...options });
  const echo = gateway.tasks.answer;
  gateway.tasks.answer = (request, response) => {
    if (request.url === downloadPath) response.end(endless);
    else if (request.url !== longPath) echo(request, response);
    else {
      response.on('close', () => {
        brokenOff += 1;
      });
      response.write(endless);
    }
  };
};

/** Starts reading a response and stops. */
const readSlowly = async (path = downloadPath): Promise<ClientRequest> => {
  const request = httpRequest({
    host: '127.0.0.1',
    port: gateway.port,
    path,
    headers: { host },
  });
  request.on('error', () => {});
  clients.push(request);
  request.end();
  await once(request, 'response');
  return request;
};

/** Starts sending a body and stops. */
const sendSlowly = (path: string): Socket => {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => {});
  clients.push(socket);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000\r\n\r\n{`);
  return socket;
};

const statusOf = async (path: string, method = 'GET', body?: string): Promise<number> =>
  (await gateway.request(method, path, body === undefined ? {} : { body })).status;

describe('a client without progress', () => {
  it('delays at most other files while it reads a file', async () => {
    await start({ connections: 1 });
    await readSlowly();
    expect(await statusOf('/api/tasks')).toBe(200);
    expect(await statusOf(downloadPath)).toBe(503);
    expect(await statusOf('/api/tasks')).toBe(200);
  });

  it('delays at most other files while it sends a file', async () => {
    await start({ connections: 1 });
    sendSlowly(uploadPath);
    await pollUntil(async () => (gateway.tasks.requests.length === 1 ? true : undefined), {
      describe: 'the upload has begun',
    });
    expect(await statusOf('/api/tasks', 'POST', '{}')).toBe(200);
  });

  it('reaches no service while it sends a call', async () => {
    await start({ connections: 1 });
    for (let index = 0; index < 5; index += 1) sendSlowly('/api/tasks');
    expect(await statusOf('/api/tasks', 'POST', '{}')).toBe(200);
    expect(gateway.tasks.requests).toHaveLength(1);
  });

  it('gets a response in time while it sends a call', async () => {
    await start();
    const [answer] = (await once(sendSlowly('/api/tasks'), 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /);
    expect(gateway.tasks.requests).toHaveLength(0);
  });

  it('holds at most eight connections while it reads calls', async () => {
    await start({ connections: 10, environment: { UPSTREAM_TIMEOUT_MS: '20000' } });
    await Promise.all(Array.from({ length: 10 }, () => readSlowly(longPath)));
    expect(await statusOf('/api/tasks')).toBe(200);
    // Each has its own second.
    await pollUntil(async () => (brokenOff >= 2 ? true : undefined), {
      describe: 'the ninth and the tenth are broken off',
    });
    expect(await statusOf('/api/tasks')).toBe(200);
    expect(brokenOff).toBe(2);
  });

  it('is disconnected after a time while it reads a call', async () => {
    await start({ connections: 1 });
    await readSlowly(longPath);
    await pollUntil(async () => (brokenOff === 1 ? true : undefined), {
      describe: 'the answer is broken off',
    });
    expect(await statusOf('/api/tasks')).toBe(200);
  });

  it('loses its connection, and the service is notified', async () => {
    await start({ idleMs: 200 });
    let isClosed = false;
    gateway.tasks.answer = (_request, response) => {
      response.on('close', () => {
        isClosed = true;
      });
      response.write(endless);
    };
    await readSlowly();
    await pollUntil(async () => (isClosed ? true : undefined), {
      describe: 'the service sees that nobody reads',
    });
  });
});

describe('concurrency limits', () => {
  it('apply per client', async () => {
    await start({ environment: { UPSTREAM_TIMEOUT_MS: '1500', RATE_LIMIT_CALLS_AT_ONCE: '2' } });
    let answerAll = () => {};
    const held = new Promise<void>((resolve) => {
      answerAll = resolve;
    });
    const echo = gateway.tasks.answer;
    gateway.tasks.answer = async (request, response) => {
      await held;
      echo(request, response);
    };
    const first = [statusOf('/api/tasks'), statusOf('/api/tasks')];
    await pollUntil(async () => (gateway.tasks.requests.length === 2 ? true : undefined), {
      describe: 'two calls are under way',
    });
    expect(await statusOf('/api/tasks')).toBe(429);
    const token = gateway.tokens.sign({ userId: 7, organizationId: 1 });
    const other = gateway.request('GET', '/api/users', { headers: { authorization: `Bearer ${token}` } });
    expect((await other).status).toBe(200);
    answerAll();
    expect(await Promise.all(first)).toEqual([200, 200]);
    expect(await statusOf('/api/tasks')).toBe(200);
  });

  it('allow ten files at once', async () => {
    await start();
    const downloads = await Promise.all(Array.from({ length: 10 }, () => readSlowly()));
    const refused = await gateway.request('GET', downloadPath);
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(refused.headers['retry-after']).toBe('2');
    expect(await statusOf('/api/tasks')).toBe(200);
    downloads[0]?.destroy();
    await pollUntil(async () => ((await statusOf(uploadPath, 'POST', 'x')) === 200 ? true : undefined), {
      describe: 'another file may be sent',
    });
  });
});
