import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';
import { startUpstream } from './upstream';

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway();
});
afterEach(() => gateway.close());

const host = 'acme.obieg.localhost';
const megabyte = 1024 * 1024;
const uploadPath = '/api/tasks/123456789012/attachments';

const until = (condition: () => boolean, describe: string) =>
  pollUntil(async () => (condition() ? true : undefined), { describe });

/** Opens a request without ending it. */
const open = (method: string, path: string, headers: Record<string, string> = {}) =>
  httpRequest({ host: '127.0.0.1', port: gateway.port, method, path, headers: { host, ...headers } });
const untilResponse = async (request: ReturnType<typeof open>): Promise<IncomingMessage> =>
  ((await once(request, 'response')) as [IncomingMessage])[0];
const readText = async (response: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of response) text += chunk;
  return text;
};

/** Writes chunks of 1 MB as fast as the reader accepts them, and counts them. */
const writeChunks = (response: ServerResponse, chunks: number): { written: number } => {
  const progress = { written: 0 };
  const chunk = Buffer.alloc(megabyte, 7);
  const write = () => {
    while (progress.written < chunks) {
      progress.written += 1;
      if (!response.write(chunk)) return;
    }
    response.end();
  };
  response.on('drain', write);
  write();
  return progress;
};

describe('streaming', () => {
  it('forwards a body before it ends', async () => {
    let received = '';
    gateway.tasks.handle = (request, response) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk;
      });
      request.on('end', () => response.end('done'));
    };
    const request = open('POST', uploadPath, { 'content-type': 'text/plain' });
    request.write('first');
    await until(() => received === 'first', 'the first part reaches the service');
    request.end('second');
    expect(await readText(await untilResponse(request))).toBe('done');
    expect(received).toBe('firstsecond');
  });

  it('forwards a response before it ends', async () => {
    let finish = () => {};
    gateway.tasks.handle = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      finish = () => response.end('data: 2\n\n');
    };
    const request = open('GET', '/api/tasks');
    request.end();
    const response = await untilResponse(request);
    expect(String((await once(response, 'data'))[0])).toBe('data: 1\n\n');
    finish();
    expect(await readText(response)).toBe('data: 2\n\n');
  });

  it('transfers files unchanged in both directions', async () => {
    const content = Buffer.alloc(10 * megabyte);
    for (let index = 0; index < content.length; index += 4)
      content.writeUInt32LE((index * 2_654_435_761) >>> 0, index);
    gateway.tasks.handle = (request, response) => {
      response.setHeader('content-type', 'application/octet-stream');
      request.pipe(response);
    };
    const expectedHash = createHash('sha256').update(content).digest('hex');
    for (const headers of [
      { 'content-length': String(content.length) },
      { 'transfer-encoding': 'chunked' },
    ]) {
      const request = open('POST', uploadPath, headers as Record<string, string>);
      request.end(content);
      const received = createHash('sha256');
      for await (const chunk of await untilResponse(request)) received.update(chunk as Buffer);
      expect(received.digest('hex')).toBe(expectedHash);
    }
  });

  it('applies back-pressure to a fast service, and delivers the complete response', async () => {
    let progress = { written: 0 };
    gateway.tasks.handle = (_request, response) => {
      progress = writeChunks(response, 100);
    };
    const request = open('GET', '/api/tasks');
    request.end();
    const response = await untilResponse(request);
    let last = -1;
    let unchanged = 0;
    await pollUntil(
      async () => {
        unchanged = progress.written === last ? unchanged + 1 : 0;
        last = progress.written;
        return unchanged > 20 ? true : undefined;
      },
      { describe: 'the service waits' },
    );
    // The kernel buffers of two connections are much smaller than the response.
    expect(progress.written).toBeLessThan(50);
    let size = 0;
    for await (const chunk of response) size += (chunk as Buffer).length;
    expect(size).toBe(100 * megabyte);
  });

  it('requests a body only after it accepted the request', async () => {
    const accepted = open('POST', '/api/tasks', { expect: '100-continue', 'content-length': '2' });
    accepted.flushHeaders();
    await once(accepted, 'continue');
    accepted.end('{}');
    expect((await untilResponse(accepted)).statusCode).toBe(200);

    const rejected = open('POST', '/api/tasks', { expect: '100-continue', 'content-length': '300000' });
    let wasBodyRequested = false;
    rejected.on('continue', () => {
      wasBodyRequested = true;
    });
    rejected.flushHeaders();
    expect((await untilResponse(rejected)).statusCode).toBe(413);
    expect(wasBodyRequested).toBe(false);
    rejected.destroy();
  });
});

describe('a client that disconnects', () => {
  it('aborts the request to the service before the response starts', async () => {
    let isClosed = false;
    gateway.tasks.handle = (request) => {
      request.socket.once('close', () => {
        isClosed = true;
      });
    };
    const request = open('GET', '/api/tasks');
    request.on('error', () => {});
    request.end();
    await until(() => gateway.tasks.requests.length === 1, 'the request reaches the service');
    request.destroy();
    await until(() => isClosed, 'the service sees the closed connection');
  });

  it('aborts a running response of the service', async () => {
    let isClosed = false;
    gateway.tasks.handle = (_request, response) => {
      response.on('close', () => {
        isClosed = !response.writableFinished;
      });
      writeChunks(response, 200);
    };
    const request = open('GET', '/api/tasks');
    request.on('error', () => {});
    request.end();
    const response = await untilResponse(request);
    await once(response, 'readable');
    request.destroy();
    await until(() => isClosed, 'the service sees the aborted response');
  });

  it('aborts a running upload to the service', async () => {
    let isAborted = false;
    gateway.tasks.handle = (request) => {
      request.on('error', () => {});
      request.on('close', () => {
        isAborted = !request.complete;
      });
      request.resume();
    };
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(`POST ${uploadPath} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000\r\n\r\npart`);
    await until(() => gateway.tasks.requests.length === 1, 'the upload reaches the service');
    socket.destroy();
    await until(() => isAborted, 'the service sees the aborted upload');
  });
});

describe('a failing service', () => {
  /** Returns the error code that the gateway logged for a request. */
  const getLoggedCode = (requestId: string): string => {
    const line = gateway.lines.map((text) => JSON.parse(text)).find((entry) => entry.requestId === requestId);
    return line?.err.code;
  };

  it('causes 503 with Retry-After if it is unreachable', async () => {
    await gateway.tasks.close();
    const { status, body, headers } = await gateway.request('POST', '/api/tasks', { body: '{}' });
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'UNAVAILABLE', success: false, requestId: headers['x-request-id'] });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(getLoggedCode(body.requestId)).toBe('ECONNREFUSED');
  });

  it('is used again once it is available', async () => {
    const { origin } = gateway.tasks;
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(200);
    await gateway.tasks.close();
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(503);
    const restarted = await startUpstream(undefined, Number(new URL(origin).port));
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(200);
    await restarted.close();
  });

  it('causes 504 if it does not respond', async () => {
    await gateway.close();
    gateway = await startGateway({ environment: { UPSTREAM_TIMEOUT_MS: '1500' } });
    gateway.tasks.handle = () => {};
    const { status, body, headers } = await gateway.request('GET', '/api/tasks');
    expect(status).toBe(504);
    expect(body.code).toBe('GATEWAY_TIMEOUT');
    expect(headers['retry-after']).toBeDefined();
    expect(getLoggedCode(body.requestId)).toBe('UND_ERR_HEADERS_TIMEOUT');
  });

  it('causes 502 if it disconnects before the response, after one retry of a read', async () => {
    gateway.tasks.handle = (request) => request.socket.destroy();
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(502);
    expect(gateway.tasks.requests).toHaveLength(2);
    const { body } = await gateway.request('POST', '/api/tasks', { body: '{}' });
    expect(body.code).toBe('BAD_GATEWAY');
    expect(getLoggedCode(body.requestId)).toBe('UND_ERR_SOCKET');
    expect(gateway.tasks.requests).toHaveLength(3);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('is not retried for a %s without a body', async (method) => {
    gateway.tasks.handle = (request) => request.socket.destroy();
    expect((await gateway.request(method, '/api/tasks/1')).status).toBe(502);
    expect(gateway.tasks.requests).toHaveLength(1);
  });

  it('does not affect a read if the retry succeeds', async () => {
    const echo = gateway.tasks.handle;
    gateway.tasks.handle = (request) => {
      gateway.tasks.handle = echo;
      request.socket.destroy();
    };
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(200);
  });

  it('aborts the response if it disconnects during the response', async () => {
    gateway.tasks.handle = (request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('part', () => request.socket.destroy());
    };
    await expect(gateway.request('GET', '/api/tasks')).rejects.toThrow(/aborted|hang up|reset/);
  });

  it('may reject a request before the end of the body, and the client gets the response', async () => {
    gateway.tasks.handle = (_request, response) => {
      response.writeHead(415, { 'content-type': 'application/problem+json' });
      response.end('{"status":415}');
    };
    const { status } = await gateway.request('POST', uploadPath, { body: Buffer.alloc(8 * megabyte) });
    expect(status).toBe(415);
  });
});

describe('the headers of a response', () => {
  it('do not include connection headers and those reserved for the gateway', async () => {
    gateway.tasks.handle = (_request, response) => {
      response.writeHead(
        200,
        [
          ['connection', 'keep-alive, x-private'],
          ['x-private', '1'],
          ['x-obieg-organization-id', '1'],
          ['x-powered-by', 'x'],
          ['content-security-policy', 'script-src *'],
          ['x-request-id', 'from-the-service'],
          ['x-next-cursor', 'abc'],
          ['cache-control', 'private'],
        ].flat(),
      );
      response.end('{}');
    };
    const { headers } = await gateway.request('GET', '/api/tasks');
    for (const name of ['x-private', 'x-obieg-organization-id', 'x-powered-by'])
      expect(headers[name]).toBeUndefined();
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-request-id']).not.toBe('from-the-service');
    expect(headers['x-next-cursor']).toBe('abc');
    expect(headers['cache-control']).toBe('private');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('of 204 and 304 are forwarded without a body', async () => {
    gateway.tasks.handle = (request, response) => {
      response.writeHead(request.method === 'DELETE' ? 204 : 304, { etag: '"1"' });
      response.end();
    };
    expect((await gateway.request('DELETE', '/api/tasks/1')).status).toBe(204);
    const unchanged = await gateway.request('GET', '/api/tasks/1');
    expect(unchanged).toMatchObject({ status: 304, text: '' });
    expect(unchanged.headers.etag).toBe('"1"');
  });
});
