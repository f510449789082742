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

const until = (isTrue: () => boolean, describe: string) =>
  pollUntil(async () => (isTrue() ? true : undefined), { describe });

/** Starts a request and leaves the rest to the test. */
const open = (method: string, path: string, headers: Record<string, string> = {}) =>
  httpRequest({ host: '127.0.0.1', port: gateway.port, method, path, headers: { host, ...headers } });
const answerOf = async (request: ReturnType<typeof open>): Promise<IncomingMessage> =>
  ((await once(request, 'response')) as [IncomingMessage])[0];
const textOf = async (response: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of response) text += chunk;
  return text;
};

/** Writes as much as the reader takes, and counts it. */
const writeSteadily = (response: ServerResponse, chunks: number): { written: number } => {
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
    gateway.tasks.answer = (request, response) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk;
      });
      request.on('end', () => response.end('done'));
    };
    const request = open('POST', uploadPath, { 'content-type': 'text/plain' });
    request.write('first');
    await until(() => received === 'first', 'the first part is at the service');
    request.end('second');
    expect(await textOf(await answerOf(request))).toBe('done');
    expect(received).toBe('firstsecond');
  });

  it('forwards a response before it ends', async () => {
    let finish = () => {};
    gateway.tasks.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      finish = () => response.end('data: 2\n\n');
    };
    const request = open('GET', '/api/tasks');
    request.end();
    const response = await answerOf(request);
    expect(String((await once(response, 'data'))[0])).toBe('data: 1\n\n');
    finish();
    expect(await textOf(response)).toBe('data: 2\n\n');
  });

  it('keeps files unchanged in both directions', async () => {
    const content = Buffer.alloc(10 * megabyte);
    for (let index = 0; index < content.length; index += 4)
      content.writeUInt32LE((index * 2_654_435_761) >>> 0, index);
    gateway.tasks.answer = (request, response) => {
      response.setHeader('content-type', 'application/octet-stream');
      request.pipe(response);
    };
    const hash = createHash('sha256').update(content).digest('hex');
    for (const length of [{ 'content-length': String(content.length) }, { 'transfer-encoding': 'chunked' }]) {
      const request = open('POST', uploadPath, length as Record<string, string>);
      request.end(content);
      const received = createHash('sha256');
      for await (const chunk of await answerOf(request)) received.update(chunk as Buffer);
      expect(received.digest('hex')).toBe(hash);
    }
  });

  it('applies back-pressure to a fast service and delivers all 100 MB', async () => {
    let progress = { written: 0 };
    gateway.tasks.answer = (_request, response) => {
      progress = writeSteadily(response, 100);
    };
    const request = open('GET', '/api/tasks');
    request.end();
    const response = await answerOf(request);
    let last = -1;
    let unchanged = 0;
    await pollUntil(
      async () => {
        unchanged = progress.written === last ? unchanged + 1 : 0;
        last = progress.written;
        return unchanged > 20 ? true : undefined;
      },
      { describe: 'the service is held back' },
    );
    // What kernel buffers take on two connections; far less than the whole.
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
    expect((await answerOf(accepted)).statusCode).toBe(200);

    const refused = open('POST', '/api/tasks', { expect: '100-continue', 'content-length': '300000' });
    let wasAsked = false;
    refused.on('continue', () => {
      wasAsked = true;
    });
    refused.flushHeaders();
    expect((await answerOf(refused)).statusCode).toBe(413);
    expect(wasAsked).toBe(false);
    refused.destroy();
  });
});

describe('a client that disconnects', () => {
  it('ends the call while the service is working', async () => {
    let isClosed = false;
    gateway.tasks.answer = (request) => {
      request.socket.once('close', () => {
        isClosed = true;
      });
    };
    const request = open('GET', '/api/tasks');
    request.on('error', () => {});
    request.end();
    await until(() => gateway.tasks.requests.length === 1, 'the call has arrived');
    request.destroy();
    await until(() => isClosed, 'the service sees that nobody waits');
  });

  it('ends a running response', async () => {
    let isClosed = false;
    gateway.tasks.answer = (_request, response) => {
      response.on('close', () => {
        isClosed = !response.writableFinished;
      });
      writeSteadily(response, 200);
    };
    const request = open('GET', '/api/tasks');
    request.on('error', () => {});
    request.end();
    const response = await answerOf(request);
    await once(response, 'readable');
    request.destroy();
    await until(() => isClosed, 'the service sees that nobody reads');
  });

  it('ends a running upload', async () => {
    let isAborted = false;
    gateway.tasks.answer = (request) => {
      request.on('error', () => {});
      request.on('close', () => {
        isAborted = !request.complete;
      });
      request.resume();
    };
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write(`POST ${uploadPath} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000\r\n\r\npart`);
    await until(() => gateway.tasks.requests.length === 1, 'the upload has begun');
    socket.destroy();
    await until(() => isAborted, 'the service sees the broken upload');
  });
});

describe('a failing service', () => {
  /** Logged reason for a request id. */
  const reasonOf = (requestId: string): string => {
    const line = gateway.lines.map((text) => JSON.parse(text)).find((said) => said.requestId === requestId);
    return line?.err.code;
  };

  it('is 503 with Retry-After if unreachable', async () => {
    await gateway.tasks.close();
    const { status, body, headers } = await gateway.request('POST', '/api/tasks', { body: '{}' });
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'UNAVAILABLE', success: false, requestId: headers['x-request-id'] });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(reasonOf(body.requestId)).toBe('ECONNREFUSED');
  });

  it('is used again when it is back', async () => {
    const { origin } = gateway.tasks;
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(200);
    await gateway.tasks.close();
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(503);
    const again = await startUpstream(undefined, Number(new URL(origin).port));
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(200);
    await again.close();
  });

  it('is 504 if it does not respond', async () => {
    await gateway.close();
    gateway = await startGateway({ environment: { UPSTREAM_TIMEOUT_MS: '1500' } });
    gateway.tasks.answer = () => {};
    const { status, body, headers } = await gateway.request('GET', '/api/tasks');
    expect(status).toBe(504);
    expect(body.code).toBe('GATEWAY_TIMEOUT');
    expect(headers['retry-after']).toBeDefined();
    expect(reasonOf(body.requestId)).toBe('UND_ERR_HEADERS_TIMEOUT');
  });

  it('is 502 if it disconnects before the response, after one retry of a read', async () => {
    gateway.tasks.answer = (request) => request.socket.destroy();
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(502);
    expect(gateway.tasks.requests).toHaveLength(2);
    const { body } = await gateway.request('POST', '/api/tasks', { body: '{}' });
    expect(body.code).toBe('BAD_GATEWAY');
    expect(reasonOf(body.requestId)).toBe('UND_ERR_SOCKET');
    expect(gateway.tasks.requests).toHaveLength(3);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('is not retried for a %s without a body', async (method) => {
    gateway.tasks.answer = (request) => request.socket.destroy();
    expect((await gateway.request(method, '/api/tasks/1')).status).toBe(502);
    expect(gateway.tasks.requests).toHaveLength(1);
  });

  it('once, is not noticed by a reader', async () => {
    const answer = gateway.tasks.answer;
    gateway.tasks.answer = (request) => {
      gateway.tasks.answer = answer;
      request.socket.destroy();
    };
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(200);
  });

  it('during its response breaks the response', async () => {
    gateway.tasks.answer = (request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => request.socket.destroy());
    };
    await expect(gateway.request('GET', '/api/tasks')).rejects.toThrow(/aborted|hang up|reset/);
  });

  it('that refuses before the end of a body lets the client read the refusal and continue', async () => {
    gateway.tasks.answer = (_request, response) => {
      response.writeHead(415, { 'content-type': 'application/problem+json' });
      response.end('{"status":415}');
    };
    const { status } = await gateway.request('POST', uploadPath, { body: Buffer.alloc(8 * megabyte) });
    expect(status).toBe(415);
  });
});

describe('response headers', () => {
  it('lose connection headers and those reserved to the gateway', async () => {
    gateway.tasks.answer = (_request, response) => {
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

  it('without a body stay without one', async () => {
    gateway.tasks.answer = (request, response) => {
      response.writeHead(request.method === 'DELETE' ? 204 : 304, { etag: '"1"' });
      response.end();
    };
    expect((await gateway.request('DELETE', '/api/tasks/1')).status).toBe(204);
    const unchanged = await gateway.request('GET', '/api/tasks/1');
    expect(unchanged).toMatchObject({ status: 304, text: '' });
    expect(unchanged.headers.etag).toBe('"1"');
  });
});
