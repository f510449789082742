import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../test/processes';
import { type LoadBalancer, startLoadBalancer } from './load-balancer';
import { requestLoopback } from './loopback';
import { findFreePort } from './ports';

/** A gateway that echoes requests. */
interface Target {
  port: number;
  isReady: boolean;
  handle: RequestListener;
  calls: number;
  server: Server;
}

const startTarget = async (): Promise<Target> => {
  const target: Target = {
    port: 0,
    isReady: true,
    calls: 0,
    handle: (request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () =>
        response.end(JSON.stringify({ port: target.port, raw: request.rawHeaders, body })),
      );
    },
    server: createServer((request, response) => {
      if (request.url === '/readyz') {
        response.writeHead(target.isReady ? 200 : 503).end('{}');
        return;
      }
      target.calls += 1;
      target.handle(request, response);
    }),
  };
  target.server.listen(0, '127.0.0.1');
  await once(target.server, 'listening');
  target.port = (target.server.address() as AddressInfo).port;
  return target;
};
const closeTarget = ({ server }: Target): void => {
  server.close();
  server.closeAllConnections();
};

let targets: [Target, Target];
let balancer: LoadBalancer;
beforeEach(async () => {
  targets = [await startTarget(), await startTarget()];
  balancer = await startLoadBalancer({
    port: await findFreePort(),
    targets: targets.map(({ port }) => port),
  });
});
afterEach(async () => {
  await balancer.stop();
  for (const target of targets) closeTarget(target);
});

const send = async (method = 'GET', headers: Record<string, string> = {}, payload?: string) => {
  const { status, content } = await requestLoopback({
    port: balancer.port,
    method,
    path: '/api/tasks?a=1',
    headers: { host: 'acme.obieg.localhost', ...headers },
    payload,
  });
  return { status, text: content.toString() };
};

describe('the load balancer', () => {
  it('spreads requests over the gateways', async () => {
    for (let count = 0; count < 6; count += 1) expect((await send()).status).toBe(200);
    expect(targets.map(({ calls }) => calls)).toEqual([3, 3]);
  });

  it('leaves out a gateway that is not ready until it is ready again', async () => {
    const [first] = targets;
    first.isReady = false;
    await until('the first gateway is left out', async () => {
      const before = first.calls;
      for (let count = 0; count < 2; count += 1) await send();
      return first.calls === before;
    });
    first.isReady = true;
    await until('the first gateway gets requests', async () => {
      const before = first.calls;
      for (let count = 0; count < 2; count += 1) await send();
      return first.calls > before;
    });
  });

  it('sends a request with its body to another gateway if one refuses connections', async () => {
    closeTarget(targets[0]);
    for (let count = 0; count < 4; count += 1) {
      const { status, text } = await send('POST', { 'content-length': '5' }, 'hello');
      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject({ port: targets[1].port, body: 'hello' });
    }
  });

  it('responds with 503 if every gateway refuses connections', async () => {
    for (const target of targets) closeTarget(target);
    expect((await send()).status).toBe(503);
  });

  it('responds with 502 and does not repeat a request that a gateway received', async () => {
    for (const target of targets) target.handle = (request) => void request.socket.destroy();
    expect((await send('POST', { 'content-length': '5' }, 'hello')).status).toBe(502);
    expect(targets[0].calls + targets[1].calls).toBe(1);
  });

  it('repeats a read on another gateway if the connection breaks before the response', async () => {
    targets[0].handle = (request) => void request.socket.destroy();
    for (let count = 0; count < 4; count += 1) {
      const { status, text } = await send();
      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject({ port: targets[1].port });
    }
  });

  it('responds with 502 to a read if each gateway breaks the connection', async () => {
    for (const target of targets) target.handle = (request) => void request.socket.destroy();
    expect((await send()).status).toBe(502);
    expect(targets.map(({ calls }) => calls)).toEqual([1, 1]);
  });

  it('passes on a response that precedes the end of a large body', async () => {
    for (const target of targets)
      target.handle = (_request, response) => response.writeHead(413).end('too large');
    for (let count = 0; count < 10; count += 1) {
      const payload = 'x'.repeat(8_000_000);
      const { status, text } = await send('POST', { 'content-length': String(payload.length) }, payload);
      expect([status, text]).toEqual([413, 'too large']);
    }
  });

  it('replaces forwarding headers of the client', async () => {
    const { text } = await send('GET', {
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-real-ip': '203.0.113.9',
      'x-forwarded-proto': 'https',
    });
    const { raw } = JSON.parse(text) as { raw: string[] };
    expect(text).not.toContain('203.0.113.9');
    expect(raw[raw.indexOf('x-forwarded-for') + 1]).toBe('127.0.0.1');
    expect(raw[raw.indexOf('x-forwarded-proto') + 1]).toBe('http');
    expect(raw[raw.indexOf('host') + 1]).toBe('acme.obieg.localhost');
  });

  it('forwards an event stream while it is open, and closes it with the client', async () => {
    let closed: Promise<unknown> | undefined;
    for (const target of targets)
      target.handle = (_request, response) => {
        closed = once(response, 'close');
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: 1\n\n');
      };
    const socket = connect(balancer.port, '127.0.0.1');
    socket.write('GET /live HTTP/1.1\r\nhost: a\r\n\r\n');
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
    await until('the first event arrives', () => received.includes('data: 1'));
    socket.destroy();
    await closed;
  });
});
