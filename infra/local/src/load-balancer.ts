import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { isServiceReady } from './site-client';

interface LoadBalancerOptions {
  port: number;
  /** Ports of the gateways. */
  targets: readonly number[];
}

export interface LoadBalancer {
  port: number;
  stop(): Promise<void>;
}

const pollMs = 250;

/** Headers that the load balancer sets itself, or that apply to one connection. */
const ownHeaders = new Set([
  'connection',
  'keep-alive',
  'expect',
  'forwarded',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-proto',
]);

/** Keeps repetition and order of headers. */
const withoutOwnHeaders = (rawHeaders: readonly string[]): string[] => {
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    if (!ownHeaders.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
};

/** Polls which targets are ready, and chooses among them in turn. */
const createTargets = (ports: readonly number[]) => {
  const ready = new Set(ports);
  let turn = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const poll = async (): Promise<void> => {
    await Promise.all(
      ports.map(async (port) => {
        if (await isServiceReady(port)) ready.add(port);
        else ready.delete(port);
      }),
    );
    if (!isStopped) timer = setTimeout(() => void poll(), pollMs);
  };
  void poll();
  return {
    /** Prefers ready targets. @returns undefined if all have been tried */
    choose: (tried: ReadonlySet<number>): number | undefined => {
      const untried = ports.filter((port) => !tried.has(port));
      const readyOnes = untried.filter((port) => ready.has(port));
      const candidates = readyOnes.length > 0 ? readyOnes : untried;
      turn += 1;
      return candidates[turn % candidates.length];
    },
    suspect: (port: number): void => void ready.delete(port),
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
type Targets = ReturnType<typeof createTargets>;

const sendUnavailable = (response: ServerResponse, status: 502 | 503): void => {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { 'content-type': 'text/plain', 'retry-after': '1' });
  response.end('No gateway is available.\n');
};

const readMethods = new Set(['GET', 'HEAD']);

const isReadWithoutBody = ({ method = 'GET', headers }: IncomingMessage): boolean =>
  readMethods.has(method) &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;

/**
 * Forwards a request on a connection of its own, so that a request rarely meets a connection that its gateway is
 * closing. Tries another gateway if the connection is refused, and for a read also if it breaks before the response: a
 * gateway that stops resets the connections that it has not accepted yet.
 *
 * A gateway can reject a request before it has the whole body. It is asked to keep the connection, because closing it
 * with unread data could drop the response. The load balancer discards the rest of the body.
 */
const forward = (targets: Targets, request: IncomingMessage, response: ServerResponse): void => {
  const tried = new Set<number>();
  const client = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isRead = isReadWithoutBody(request);
  const options: RequestOptions = {
    host: '127.0.0.1',
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    agent: false,
    headers: [
      ...withoutOwnHeaders(request.rawHeaders),
      'x-forwarded-for',
      client,
      'x-forwarded-proto',
      'http',
      'connection',
      'keep-alive',
    ],
  };
  const send = (port: number): void => {
    tried.add(port);
    let isConnected = false;
    const outgoing = httpRequest({ ...options, port });
    outgoing.once('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true;
        request.pipe(outgoing);
      }),
    );
    outgoing.once('response', (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, withoutOwnHeaders(incoming.rawHeaders));
      response.flushHeaders();
      incoming.pipe(response);
      if ((incoming.statusCode ?? 0) >= 400 && !request.complete) {
        request.unpipe(outgoing);
        request.resume();
      }
      incoming.once('error', () => response.destroy());
    });
    outgoing.once('error', () => {
      request.unpipe(outgoing);
      if (response.writableEnded) return;
      if (!isConnected) targets.suspect(port);
      const mayRepeat = !isConnected || (isRead && !response.headersSent);
      const other = mayRepeat && !response.destroyed ? targets.choose(tried) : undefined;
      if (other === undefined) sendUnavailable(response, isConnected ? 502 : 503);
      else send(other);
    });
    response.once('close', () => outgoing.destroy());
  };
  const first = targets.choose(tried);
  if (first === undefined) sendUnavailable(response, 503);
  else send(first);
};

/**
 * Starts a load balancer on loopback in front of several gateways. It leaves out a gateway that is not ready, and
 * replaces X-Forwarded-For with the address of the client, so that the gateways can trust the header.
 */
export const startLoadBalancer = async ({
  port,
  targets: ports,
}: LoadBalancerOptions): Promise<LoadBalancer> => {
  const targets = createTargets(ports);
  const server = createServer({ requireHostHeader: false, requestTimeout: 0 }, (request, response) =>
    forward(targets, request, response),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: () =>
      new Promise((resolve) => {
        targets.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
