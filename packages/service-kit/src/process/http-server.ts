import { randomUUID } from 'node:crypto';
import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { limits } from '@obieg/contracts';
import type Koa from 'koa';
import { describeProblem, ProblemError, problem } from '../errors';

const problemOf = (code: string | undefined): ProblemError =>
  code === 'HPE_HEADER_OVERFLOW'
    ? new ProblemError(431, 'HEADERS_TOO_LARGE', 'The headers are too large.')
    : problem.badRequest('BAD_REQUEST', 'The request cannot be read.');

/** What never becomes a request gets a problem too, on the bare connection. */
const answerUnreadable = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent: boolean } };
  if (error.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
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

const connections = new WeakMap<Server, Set<Socket>>();

const watchConnections = (server: Server): void => {
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
};

/** Node.js does not count a connection as idle on which nothing has come yet; browsers open such in advance. */
const closeSilentConnections = (server: Server): void => {
  for (const socket of connections.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
};

/** The one way in which an application of ours is served: limits, time-outs, answers to what is no HTTP. */
export const createHttpServer = (app: Pick<Koa, 'callback'>): Server => {
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      requestTimeout: 60_000,
      headersTimeout: 15_000,
      // Refused by the application instead, with a problem like every other refusal.
      requireHostHeader: false,
    },
    app.callback(),
  );
  // Longer than the gateway keeps its idle connections, so that the gateway closes first.
  server.keepAliveTimeout = 65_000;
  // Their size is limited; Node.js would leave out those after the first thousand or so, without a word.
  server.maxHeadersCount = 0;
  server.on('clientError', answerUnreadable);
  watchConnections(server);
  return server;
};

const idleSweepMs = 50;

/**
 * Takes no new connection, lets open requests end, and closes each connection as it falls idle: kept-alive ones, and
 * those that were opened in advance, would otherwise hold the server for as long as their time-out. After `drainMs` it
 * closes them all.
 */
export const closeHttpServer = (server: Server, drainMs: number): Promise<void> =>
  new Promise((resolve) => {
    const closeIdle = (): void => {
      server.closeIdleConnections();
      closeSilentConnections(server);
    };
    const sweep = setInterval(closeIdle, idleSweepMs);
    const forced = setTimeout(() => server.closeAllConnections(), drainMs);
    server.prependListener('request', (_, response) => response.setHeader('connection', 'close'));
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(forced);
      resolve();
    });
    closeIdle();
  });
