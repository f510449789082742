import { once } from 'node:events';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';

const host = 'acme.obieg.localhost';
const downloadPath = '/api/tasks/123456789012/attachments/1/download';
const commentsPath = '/api/tasks/123456789012/comments';
const uploadPath = '/api/tasks/123456789012/attachments';

let gateway: TestGateway;
let clients: (ClientRequest | Socket)[] = [];
/** Number of responses that the service saw aborted. */
let abortedCount = 0;
afterEach(async () => {
  for (const client of clients) client.destroy();
  clients = [];
  await gateway.close();
});

/** More than all socket buffers can store. */
const largeBody = Buffer.alloc(64 * 1024 * 1024);
const start = async (options: Parameters<typeof startGateway>[0] = {}): Promise<void> => {
  abortedCount = 0;
  gateway = await startGateway({ environment: { UPSTREAM_TIMEOUT_MS: '1500' }, ...options });
  const echo = gateway.tasks.handle;
  gateway.tasks.handle = (request, response) => {
    if (request.url === downloadPath) response.end(largeBody);
    else if (request.url !== commentsPath) echo(request, response);
    else {
      response.on('close', () => {
        abortedCount += 1;
      });
      response.write(largeBody);
    }
  };
};

/** Reads the start of a response and then nothing more. */
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

/** Sends the start of a body and then nothing more. */
const sendSlowly = (path: string): Socket => {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.on('error', () => {});
  clients.push(socket);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000\r\n\r\n{`);
  return socket;
};

const getStatus = async (path: string, method = 'GET', body?: string): Promise<number> =>
  (await gateway.request(method, path, body === undefined ? {} : { body })).status;

describe('a client without progress', () => {
  it('blocks other downloads, but no calls, while it reads a file', async () => {
    await start({ connections: 1 });
    await readSlowly();
    expect(await getStatus('/api/tasks')).toBe(200);
    expect(await getStatus(downloadPath)).toBe(503);
    expect(await getStatus('/api/tasks')).toBe(200);
  });

  it('blocks no calls while it sends a file', async () => {
    await start({ connections: 1 });
    sendSlowly(uploadPath);
    await pollUntil(async () => (gateway.tasks.requests.length === 1 ? true : undefined), {
      describe: 'the upload reaches the service',
    });
    expect(await getStatus('/api/tasks', 'POST', '{}')).toBe(200);
  });

  it('occupies no connection to the service while it sends a call', async () => {
    await start({ connections: 1 });
    for (let index = 0; index < 5; index += 1) sendSlowly('/api/tasks');
    expect(await getStatus('/api/tasks', 'POST', '{}')).toBe(200);
    expect(gateway.tasks.requests).toHaveLength(1);
  });

  it('gets 400 after the timeout while it sends a call', async () => {
    await start();
    const [response] = (await once(sendSlowly('/api/tasks'), 'data')) as [Buffer];
    expect(response.toString()).toMatch(/^HTTP\/1\.1 400 /);
    expect(gateway.tasks.requests).toHaveLength(0);
  });

  it('occupies at most eight connections while it reads calls', async () => {
    await start({ connections: 10, environment: { UPSTREAM_TIMEOUT_MS: '20000' } });
    await Promise.all(Array.from({ length: 10 }, () => readSlowly(commentsPath)));
    expect(await getStatus('/api/tasks')).toBe(200);
    // Each response above the limit has its own timeout of one second.
    await pollUntil(async () => (abortedCount >= 2 ? true : undefined), {
      describe: 'the ninth and tenth response are aborted',
    });
    expect(await getStatus('/api/tasks')).toBe(200);
    expect(abortedCount).toBe(2);
  });

  it('is disconnected after the timeout while it reads a call', async () => {
    await start({ connections: 1 });
    await readSlowly(commentsPath);
    await pollUntil(async () => (abortedCount === 1 ? true : undefined), {
      describe: 'the response is aborted',
    });
    expect(await getStatus('/api/tasks')).toBe(200);
  });

  it('is disconnected after the idle time, which also aborts the response of the service', async () => {
    await start({ idleMs: 200 });
    let isClosed = false;
    gateway.tasks.handle = (_request, response) => {
      response.on('close', () => {
        isClosed = true;
      });
      response.write(largeBody);
    };
    await readSlowly();
    await pollUntil(async () => (isClosed ? true : undefined), {
      describe: 'the service sees the aborted response',
    });
  });
});

describe('concurrency limits', () => {
  it('apply to each client separately', async () => {
    await start({ environment: { UPSTREAM_TIMEOUT_MS: '1500', RATE_LIMIT_CALLS_AT_ONCE: '2' } });
    let releaseResponses = () => {};
    const released = new Promise<void>((resolve) => {
      releaseResponses = resolve;
    });
    const echo = gateway.tasks.handle;
    gateway.tasks.handle = async (request, response) => {
      await released;
      echo(request, response);
    };
    const first = [getStatus('/api/tasks'), getStatus('/api/tasks')];
    await pollUntil(async () => (gateway.tasks.requests.length === 2 ? true : undefined), {
      describe: 'two calls reach the service',
    });
    expect(await getStatus('/api/tasks')).toBe(429);
    const token = gateway.tokens.sign({ userId: 7, organizationId: 1 });
    const other = gateway.request('GET', '/api/users', { headers: { authorization: `Bearer ${token}` } });
    expect((await other).status).toBe(200);
    releaseResponses();
    expect(await Promise.all(first)).toEqual([200, 200]);
    expect(await getStatus('/api/tasks')).toBe(200);
  });

  it('allow ten concurrent transfers of files', async () => {
    await start();
    const downloads = await Promise.all(Array.from({ length: 10 }, () => readSlowly()));
    const rejected = await gateway.request('GET', downloadPath);
    expect([rejected.status, rejected.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(rejected.headers['retry-after']).toBe('2');
    expect(await getStatus('/api/tasks')).toBe(200);
    downloads[0]?.destroy();
    await pollUntil(async () => ((await getStatus(uploadPath, 'POST', 'x')) === 200 ? true : undefined), {
      describe: 'another upload is accepted',
    });
  });
});
