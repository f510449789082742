import { randomUUID } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limits } from '@obieg/contracts';
import type Koa from 'koa';
import { describeProblem, ProblemError, problem } from '../errors/problems';

const problemOf = (code: string | undefined): ProblemError =>
  code === 'HPE_HEADER_OVERFLOW'
    ? new ProblemError(431, 'HEADERS_TOO_LARGE', 'The headers are too large.')
    : problem.badRequest('BAD_REQUEST', 'The request cannot be read.');

/** Responds with a problem to input that is not HTTP. */
const rejectUnreadable = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  const { _httpMessage: response } = socket as { _httpMessage?: { headersSent: boolean } };
  if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) {
    socket.destroy();
    return;
  }
  const reason = problemOf(error.code);
  const body = JSON.stringify(describeProblem(reason, randomUUID(), 'mul'));
  socket.end(
    `HTTP/1.1 ${reason.status} ${STATUS_CODES[reason.status]}\r\nconnection: close\r\n` +
      `content-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};

interface OpenConnections {
  /** Latest response of each connection. Removing it when it ends would double the memory under load. */
  connections: Map<Socket, ServerResponse | undefined>;
  isClosing: boolean;
}
const openConnectionsOf = new WeakMap<Server, OpenConnections>();

/** Asks the client not to reuse the connection. */
const setConnectionClose = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('connection', 'close');
};

const watch = (server: Server): void => {
  const open: OpenConnections = { connections: new Map(), isClosing: false };
  openConnectionsOf.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.connections.set(socket, undefined);
    socket.once('close', () => open.connections.delete(socket));
  });
  const watchResponse = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    if (open.isClosing) setConnectionClose(response);
    if (open.connections.has(socket)) open.connections.set(socket, response);
  };
  // Before the application, which can respond synchronously.
  server.prependListener('request', watchResponse);
};

/** Browsers open connections in advance. Node.js does not count them as idle before their first request. */
const closeSilentConnections = (server: Server): void => {
  for (const socket of openConnectionsOf.get(server)?.connections.keys() ?? [])
    if (socket.bytesRead === 0) socket.destroy();
};

/** Creates the HTTP server of every process: limits, timeouts, responses to invalid HTTP. */
export const createHttpServer = (app: Pick<Koa, 'callback'>): Server => {
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      requestTimeout: 60_000,
      headersTimeout: 15_000,
      // The application responds with a problem to a missing header.
      requireHostHeader: false,
    },
    app.callback(),
  );
  // Longer than the gateway's idle time, so that the gateway closes first.
  server.keepAliveTimeout = 65_000;
  // No limit, because Node.js would silently drop headers beyond it. `maxHeaderSize` applies instead.
  server.maxHeadersCount = 0;
  server.on('clientError', rejectUnreadable);
  watch(server);
  return server;
};

/**
 * Time for which idle connections stay open during shutdown, because a request can be in transit. A busy gateway
 * reuses each connection within this time.
 */
const defaultGraceMs = 1_000;
const idleSweepMs = 50;

/**
 * Stops accepting connections, finishes running requests, and closes each connection with its next response. Closes
 * silent connections after `graceMs` and everything after `drainMs`.
 */
export const closeHttpServer = (server: Server, drainMs: number, graceMs = defaultGraceMs): Promise<void> =>
  new Promise((resolve) => {
    const closeIdle = (): void => {
      server.closeIdleConnections();
      closeSilentConnections(server);
    };
    let sweep: NodeJS.Timeout | undefined;
    const grace = setTimeout(() => {
      closeIdle();
      sweep = setInterval(closeIdle, idleSweepMs);
    }, graceMs);
    const forced = setTimeout(() => server.closeAllConnections(), drainMs);
    const open = openConnectionsOf.get(server);
    if (open) {
      open.isClosing = true;
      for (const response of open.connections.values()) if (response) setConnectionClose(response);
    }
    // The HTTP server's own `close` drops idle connections, including those with a request in transit.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(grace);
      clearInterval(sweep);
      clearTimeout(forced);
      resolve();
    });
  });
