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

/** What is open on a server. */
interface Open {
  /** With the last answer of each, under way or sent. To note when each ends would keep twice the memory under load. */
  connections: Map<Socket, ServerResponse | undefined>;
  isClosing: boolean;
}
const openOn = new WeakMap<Server, Open>();

/** So that nothing more is asked on the answer's connection. */
const announceEnd = (answer: ServerResponse): void => {
  if (!answer.headersSent) answer.setHeader('connection', 'close');
};

const watch = (server: Server): void => {
  const open: Open = { connections: new Map(), isClosing: false };
  openOn.set(server, open);
  server.on('connection', (socket: Socket) => {
    open.connections.set(socket, undefined);
    socket.once('close', () => open.connections.delete(socket));
  });
  const watchAnswer = ({ socket }: IncomingMessage, answer: ServerResponse): void => {
    if (open.isClosing) announceEnd(answer);
    if (open.connections.has(socket)) open.connections.set(socket, answer);
  };
  // Before the application, which may answer at once.
  server.prependListener('request', watchAnswer);
};

/** Node.js does not count a connection as idle on which nothing has come yet; browsers open such in advance. */
const closeSilentConnections = (server: Server): void => {
  for (const socket of openOn.get(server)?.connections.keys() ?? [])
    if (socket.bytesRead === 0) socket.destroy();
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
  watch(server);
  return server;
};

/**
 * How long an idle connection stays open once its server closes: a request may be on its way, and under load the gateway
 * uses each again well within this time. What comes is answered, and the gateway told to use the connection no more.
 */
const usualLastCallMs = 1_000;
const idleSweepMs = 50;

/**
 * Takes no new connection, lets open requests end, and then each connection with its next answer. Those on which nothing
 * comes, kept alive or opened in advance, would hold the server for as long as their time-out: they are closed after
 * `lastCallMs`. After `drainMs` it closes them all.
 */
export const closeHttpServer = (
  server: Server,
  drainMs: number,
  lastCallMs = usualLastCallMs,
): Promise<void> =>
  new Promise((resolve) => {
    const closeIdle = (): void => {
      server.closeIdleConnections();
      closeSilentConnections(server);
    };
    let sweep: NodeJS.Timeout | undefined;
    const lastCall = setTimeout(() => {
      closeIdle();
      sweep = setInterval(closeIdle, idleSweepMs);
    }, lastCallMs);
    const forced = setTimeout(() => server.closeAllConnections(), drainMs);
    const open = openOn.get(server);
    if (open) {
      open.isClosing = true;
      for (const answer of open.connections.values()) if (answer) announceEnd(answer);
    }
    // The HTTP server's own `close` would break off the idle connections, and with them what is on its way.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(lastCall);
      clearInterval(sweep);
      clearTimeout(forced);
      resolve();
    });
  });
