import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createHttpServer } from '@obieg/service-kit';
import type Koa from 'koa';

/** A slow phone can need minutes for an attachment of 10 MB. */
const requestTimeoutMs = 300_000;

/** Requests that wait for "100 Continue" before sending their body. */
const waiting = new WeakSet<IncomingMessage>();

/** Sends "100 Continue" to a request that waits for it. */
export const sendContinue = (request: IncomingMessage, response: ServerResponse): void => {
  if (waiting.delete(request)) response.writeContinue();
};

/**
 * Creates the HTTP server, with time for uploads. It requests a body only after the request is accepted. A connection
 * without progress for `idleMs` is closed.
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
