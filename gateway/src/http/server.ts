import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createHttpServer } from '@obieg/service-kit';
import type Koa from 'koa';

/** A slow phone may need minutes for a 10 MB attachment; headers come at once or not at all. */
const requestTimeoutMs = 300_000;

/** Requests that wait for "100 Continue" before they send their body. */
const waiting = new WeakSet<IncomingMessage>();

/** Asks for the body of a request that waits to be asked; nothing for any other. */
export const askForBody = (request: IncomingMessage, response: ServerResponse): void => {
  if (waiting.delete(request)) response.writeContinue();
};

/**
 * The kit's server, with time for uploads; a body is asked for only after its request has been accepted. Who neither
 * sends nor takes anything for `idleMs` loses the connection, whatever is under way on it.
 */
export const createGatewayServer = (app: Pick<Koa, 'callback'>, idleMs: number): Server => {
  const server = createHttpServer(app);
  server.requestTimeout = requestTimeoutMs;
  server.timeout = idleMs;
  const handle = app.callback();
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    void handle(request, response);
  });
  return server;
};
