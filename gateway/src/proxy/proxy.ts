import type { IncomingMessage, ServerResponse } from 'node:http';
import { isProblem, ProblemError } from '@obieg/service-kit';
import type { Agent, Dispatcher } from 'undici';
import { askForBody } from '../http/server';
import { requestHeadersFor, responseHeadersFor } from './headers';
import { checkBodyHeaders, discardBody, hasBody, meterBody } from './request-body';

interface Forwarding {
  /** Base address of the service. */
  origin: string;
  /** Path and query. */
  url: string;
  /** The gateway's own words to the service. */
  headers: Readonly<Record<string, string>>;
  bodyLimitBytes: number;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

export interface ServiceProxy {
  /**
   * Streams a request to a service and its answer back, buffering neither. Settles when the answer has been sent or
   * the client has gone; rejects with a problem (413, 502, 503, 504) as long as nothing has been sent.
   */
  forward(exchange: Exchange, forwarding: Forwarding): Promise<void>;
}

const retryAfterSeconds = 2;
const notReached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const brokenOff = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

const toProblem = (error: Error): ProblemError => {
  if (isProblem(error)) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (notReached.has(code))
    return new ProblemError(503, 'UNAVAILABLE', 'The service is away for a moment. Please try again.', {
      retryAfterSeconds,
    });
  if (code === 'UND_ERR_HEADERS_TIMEOUT')
    return new ProblemError(504, 'GATEWAY_TIMEOUT', 'The service took too long. Please try again.', {
      retryAfterSeconds,
    });
  return new ProblemError(502, 'BAD_GATEWAY', 'The service broke off. Please try again.', {
    retryAfterSeconds,
  });
};

/** A request that can be sent again unseen: nothing of it is consumed, and doing it twice is doing it once. */
const isRepeatable = ({ method }: IncomingMessage, body: unknown): boolean =>
  body === null && (method === 'GET' || method === 'HEAD');

class ClientGone extends Error {}

export const createServiceProxy = (agent: Agent): ServiceProxy => {
  const forward = ({ request, response }: Exchange, forwarding: Forwarding): Promise<void> => {
    checkBodyHeaders(request, forwarding.bodyLimitBytes);
    askForBody(request, response);
    return new Promise((resolve, reject) => {
      const body = hasBody(request) ? meterBody(request, forwarding.bodyLimitBytes) : null;
      let current: Dispatcher.DispatchController | undefined;
      let bodyFailure: Error | undefined;
      let mayRetry = isRepeatable(request, body);
      body?.on('error', (error) => {
        bodyFailure = error;
      });
      response.on('drain', () => current?.resume());
      response.once('close', () => {
        if (!response.writableFinished) current?.abort(new ClientGone());
        body?.destroy();
        resolve();
      });

      const fail = (error: Error): void => {
        if (response.destroyed) resolve();
        else if (response.headersSent) {
          // Half an answer cannot be taken back; a broken connection says that it is half.
          response.destroy();
        } else {
          discardBody(request);
          reject(toProblem(bodyFailure ?? error));
        }
      };
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart: (controller) => {
          current = controller;
          if (response.destroyed) controller.abort(new ClientGone());
        },
        onResponseStart: (_controller, status, headers) => {
          if (status < 200 || response.destroyed) return;
          for (const [name, value] of responseHeadersFor(headers)) response.setHeader(name, value);
          response.writeHead(status);
        },
        onResponseData: (controller, chunk) => {
          if (!response.write(chunk)) controller.pause();
        },
        onResponseEnd: () => {
          response.end();
          discardBody(request);
        },
        onResponseError: (_controller, error) => {
          // A connection kept alive may have been closed by a restart just as it was used.
          if (
            mayRetry &&
            !response.headersSent &&
            brokenOff.has((error as NodeJS.ErrnoException).code ?? '')
          ) {
            mayRetry = false;
            dispatch();
          } else fail(error);
        },
      };
      const dispatch = (): void => {
        try {
          agent.dispatch(
            {
              origin: forwarding.origin,
              path: forwarding.url,
              method: request.method as Dispatcher.HttpMethod,
              headers: requestHeadersFor(request.rawHeaders, forwarding.headers),
              body,
            },
            handler,
          );
        } catch (error) {
          fail(error as Error);
        }
      };
      dispatch();
    });
  };
  return { forward };
};
