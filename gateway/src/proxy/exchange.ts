import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { problem } from '@obieg/service-kit';
import type { Dispatcher } from 'undici';
import { discardBody } from '../http/request-body';
import { type Attempts, createAttempts } from './attempts';
import { InstanceHangs, toProblem } from './failures';
import { unwatchedCall } from './hang-watch';
import { requestHeadersFor } from './headers';
import type { Instances } from './instances';
import { createResponseWriter, type ReadLimit } from './response-writer';

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Complete, or as a stream. */
  body: Buffer | Transform | null;
  /** Processes of the service. */
  instances: Instances;
  /** Connections to them. */
  lane: Dispatcher;
  /** Path and query. */
  url: string;
  /** Internal headers for the service. */
  headers: Readonly<Record<string, string>>;
  /** Maximum wait for a free connection. */
  waitMs: number;
  readLimit: ReadLimit | undefined;
  /** Whether the call ends if its instance hangs. Otherwise it waits for the usual timeout. */
  endsIfHanging: boolean;
  /** Called with the status before the client receives anything. */
  onResponse(status: number): void;
}

class ClientDisconnected extends Error {}

/** Whether a service may receive the request twice: it is idempotent and has no body. */
const isRepeatable = ({ request: { method }, body }: Exchange): boolean =>
  body === null && (method === 'GET' || method === 'HEAD');

/** Hands the request to the connections of an instance. */
const send = (
  { lane, url, request, headers, body }: Exchange,
  origin: string,
  handler: Dispatcher.DispatchHandler,
): void =>
  void lane.dispatch(
    {
      origin,
      path: url,
      method: request.method as Dispatcher.HttpMethod,
      headers: requestHeadersFor(request.rawHeaders, headers),
      body,
    },
    handler,
  );

/** The promise of an exchange. */
interface Settlement {
  resolve(): void;
  reject(error: Error): void;
}

/** Ends an exchange that cannot be completed, once: with a problem, if the client can still receive one. */
const createFailure = ({ request, response, body }: Exchange, { resolve, reject }: Settlement) => {
  let hasFailed = false;
  let bodyFailure: Error | undefined;
  if (body instanceof Transform)
    body.on('error', (error) => {
      bodyFailure = error;
    });
  return {
    hasFailed: () => hasFailed,
    fail: (error: Error): void => {
      if (hasFailed) return;
      hasFailed = true;
      if (response.destroyed) resolve();
      else if (response.headersSent) {
        // A partial response cannot be revoked. Breaking the connection marks it as incomplete.
        response.destroy();
      } else {
        discardBody(request);
        // The failure of the body is the cause of the failed request.
        reject(toProblem(bodyFailure ?? error));
      }
    },
  };
};

/** Limits the wait for a connection. Each attempt starts it again. */
const createConnectDeadline = (waitMs: number, onExpired: () => void) => {
  let timer: NodeJS.Timeout | undefined;
  const clear = (): void => clearTimeout(timer);
  return {
    clear,
    start: (): void => {
      clear();
      timer = setTimeout(onExpired, waitMs);
    },
  };
};

/** Passes the response on to the client. */
const receiveResponse = (
  { request, response, readLimit, onResponse }: Exchange,
  attempts: Attempts,
  onStarted: () => void,
): Dispatcher.DispatchHandler => {
  const writer = createResponseWriter(response, readLimit);
  return {
    onResponseStart: (_controller, status, headers) => {
      onStarted();
      if (status < 200 || response.destroyed) return;
      if (headers['connection'] === 'close') attempts.markClosing();
      onResponse(status);
      writer.start(status, headers);
    },
    onResponseData: writer.write,
    onResponseEnd: () => {
      response.end();
      discardBody(request);
    },
  };
};

/** Connects the events of undici with the steps of an exchange. */
const run = (exchange: Exchange, attempts: Attempts, settlement: Settlement): void => {
  const { response, body } = exchange;
  const failure = createFailure(exchange, settlement);
  const deadline = createConnectDeadline(exchange.waitMs, () => fail(problem.unavailable()));
  let current: Dispatcher.DispatchController | undefined;
  let origin = '';
  let watched = unwatchedCall;

  const fail = (error: Error): void => {
    deadline.clear();
    failure.fail(error);
  };
  const attempt = (chosen: string | undefined, lastError: Error): void => {
    if (chosen === undefined) {
      fail(lastError);
      return;
    }
    origin = chosen;
    deadline.start();
    try {
      send(exchange, origin, handler);
    } catch (error) {
      fail(error as Error);
    }
  };
  const retryOrFail = (error: Error): void => {
    watched.stop();
    attempts.markFailed(error);
    const isOver = failure.hasFailed() || response.destroyed || response.headersSent;
    attempt(isOver ? undefined : attempts.next(error), error);
  };
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => {
      deadline.clear();
      attempts.markSent();
      current = controller;
      if (response.destroyed || failure.hasFailed()) controller.abort(new ClientDisconnected());
      else if (exchange.endsIfHanging)
        watched = exchange.instances.watch(origin, () => controller.abort(new InstanceHangs()));
    },
    ...receiveResponse(exchange, attempts, () => watched.responded()),
    onResponseError: (_controller, error) => retryOrFail(error),
  };

  response.once('close', () => {
    deadline.clear();
    watched.stop();
    if (!response.writableFinished) current?.abort(new ClientDisconnected());
    if (body instanceof Transform) body.destroy();
    settlement.resolve();
  });
  attempt(attempts.first(), problem.unavailable());
};

/**
 * Sends a request to a service and streams the response to the client. Settles when the response is sent or the client
 * has disconnected. @throws 502, 503, 504 or the failure of the body if nothing has been sent yet
 */
export const exchangeWithService = (exchange: Exchange): Promise<void> => {
  const attempts = createAttempts(exchange.instances, isRepeatable(exchange));
  return new Promise((resolve, reject) => run(exchange, attempts, { resolve, reject }));
};
