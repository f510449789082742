import { once } from 'node:events';
import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeHttpServer, createHttpServer } from './http-server';

/** Longer than the timeout of a test, so that a test that waits for it fails. */
const longMs = 300_000;
let server: Server;
let arrived: Promise<ServerResponse>;

beforeEach(async () => {
  let arrive: (response: ServerResponse) => void;
  arrived = new Promise((resolve) => {
    arrive = resolve;
  });
  const app = { callback: () => async (_: unknown, response: unknown) => arrive(response as ServerResponse) };
  server = createHttpServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const open = async (): Promise<Socket> => {
  const accepted = once(server, 'connection');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await accepted;
  return socket;
};
const readAll = async (socket: Socket): Promise<string> => {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
};
const request = 'GET / HTTP/1.1\r\nhost: acme.obieg.localhost\r\n\r\n';

describe('createHttpServer', () => {
  it('reads all headers of a request with many headers', async () => {
    const socket = await open();
    socket.write(request.replace('\r\n\r\n', `\r\n${'a:b\r\n'.repeat(2_000)}x-last: here\r\n\r\n`));
    expect((await arrived).req.headers['x-last']).toBe('here');
  });
});

describe('closeHttpServer', () => {
  it('does not wait for a connection without any request', async () => {
    const socket = await open();
    const ended = readAll(socket);
    await closeHttpServer(server, longMs, 1);
    expect(await ended).toBe('');
  });

  it('responds to a request on a keep-alive connection, and then closes it', async () => {
    const socket = await open();
    socket.write(request);
    (await arrived).end('done');
    await once(socket, 'data');
    const ended = readAll(socket);
    const closed = closeHttpServer(server, longMs, longMs);
    server.once('request', (_, response) => response.end('done, too'));
    socket.write(request);
    expect(await ended).toMatch(/connection: close.*done, too/is);
    await closed;
  });

  it('responds to the first request on an open connection', async () => {
    const socket = await open();
    const ended = readAll(socket);
    const closed = closeHttpServer(server, longMs, longMs);
    socket.write(request);
    (await arrived).end('done');
    expect(await ended).toMatch(/connection: close.*done/is);
    await closed;
  });

  it('sets connection: close on running responses', async () => {
    const socket = await open();
    socket.write(request);
    const response = await arrived;
    const ended = readAll(socket);
    const closed = closeHttpServer(server, longMs, longMs);
    response.end('done');
    expect(await ended).toMatch(/connection: close.*done/is);
    await closed;
  });

  it('interrupts no request of eight busy clients', async () => {
    server.on('request', (incoming, response) => {
      incoming.resume().once('end', () => response.end('done'));
    });
    const { port } = server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const sendRequest = async (): Promise<void> => {
      const sent = httpRequest({ host: '127.0.0.1', port, agent, method: 'POST' }).end('some text');
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      await once(response.resume(), 'end');
    };
    let responseCount = 0;
    const sendUntilRefused = async (): Promise<unknown> => {
      for (;;) {
        const error = await sendRequest().catch((reason: NodeJS.ErrnoException) => reason.code);
        if (error) return error;
        responseCount += 1;
      }
    };
    const clients = Array.from({ length: 8 }, sendUntilRefused);
    while (responseCount < 100) await new Promise(setImmediate);
    await closeHttpServer(server, longMs, longMs);
    expect(await Promise.all(clients)).toEqual(Array(8).fill('ECONNREFUSED'));
    agent.destroy();
  });

  it('does not wait for an idle keep-alive connection', async () => {
    const socket = await open();
    socket.write(request);
    (await arrived).end('done');
    await once(socket, 'data');
    const ended = readAll(socket);
    await closeHttpServer(server, longMs, 1);
    await ended;
  });

  it('finishes running requests and rejects new connections', async () => {
    const socket = await open();
    socket.write(request);
    const response = await arrived;
    const ended = readAll(socket);
    const { port } = server.address() as AddressInfo;
    const closed = closeHttpServer(server, longMs, 1);
    const late = connect(port, '127.0.0.1');
    const [error] = await once(late, 'error');
    expect((error as NodeJS.ErrnoException).code).toBe('ECONNREFUSED');
    response.end('done');
    await closed;
    expect(await ended).toContain('done');
  });

  it('destroys requests that exceed the limit', async () => {
    const socket = await open();
    socket.on('error', () => undefined);
    socket.write(request);
    await arrived;
    await closeHttpServer(server, 1);
    expect(server.listening).toBe(false);
  });
});
