import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { isProblem, type ProblemError, problem } from '@obieg/service-kit';
import type { Dispatcher } from 'undici';
import { askForBody } from '../http/server';
import type { Lane } from '../routing/routing-table';
import { requestHeadersFor, responseHeadersFor } from './headers';
import { checkBodyHeaders, collectBody, discardBody, hasBody, meterBody } from './request-body';
import { type AnswerWatch, createSlowReaders } from './slow-readers';

interface Forwarding {
  /** Base address of the service. */
  origin: string;
  /** Path and query. */
  url: string;
  /** The gateway's own words to the service. */
  headers: Readonly<Record<string, string>>;
  bodyLimitBytes: number;
  /** Who calls, as limits count. */
  principal: string;
  lane: Lane;
  /** Told the status as the answer begins, before the client sees any of it. */
  onAnswer?: (status: number) => void;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Connections to the services. Files have their own, and so has what is streamed, since the client says how long one
 * takes: whoever sends or reads slowly may keep others from files, and nobody from anything else.
 */
export type Lanes = Record<Lane, Dispatcher>;

interface ProxyOptions {
  lanes: Lanes;
  /** How long a call may wait for a connection to become free, then 503, and its body may take to come, then 400. */
  waitMs: number;
}

export interface ServiceProxy {
  /**
   * Passes a request to a service and streams its answer back. Of a call the whole body is waited for before the service
   * is troubled; a file is passed on as it comes. Settles when the answer has been sent or the client has gone;
   * rejects with a problem (413, 502, 503, 504) as long as nothing has been sent.
   */
  forward(exchange: Exchange, forwarding: Forwarding): Promise<void>;
}

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
  if (notReached.has(code)) return problem.unavailable(undefined, error);
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return problem.gatewayTimeout(error);
  return problem.badGateway(error);
};

/** A request that can be sent again unseen: nothing of it is consumed, and doing it twice is doing it once. */
const isRepeatable = ({ method }: IncomingMessage, body: unknown): boolean =>
  body === null && (method === 'GET' || method === 'HEAD');

class ClientGone extends Error {}

type Body = Buffer | Transform | null;

/** What keeps a call's answer from holding its connection for as long as its reader likes. */
interface ReadLimit {
  watch: AnswerWatch;
  ms: number;
}

/** Sends a request whose body is there, or comes, and streams the answer back. */
const pass = (
  lane: Dispatcher,
  { request, response }: Exchange,
  forwarding: Forwarding,
  body: Body,
  waitMs: number,
  readLimit?: ReadLimit,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const stream = body instanceof Transform ? body : null;
    let current: Dispatcher.DispatchController | undefined;
    let bodyFailure: Error | undefined;
    let mayRetry = isRepeatable(request, body);
    let hasFailed = false;
    let waiting: NodeJS.Timeout | undefined;
    let reading: NodeJS.Timeout | undefined;
    stream?.on('error', (error) => {
      bodyFailure = error;
    });
    response.on('drain', () => {
      readLimit?.watch.goesOn();
      current?.resume();
    });
    response.once('close', () => {
      clearTimeout(waiting);
      clearTimeout(reading);
      readLimit?.watch.goesOn();
      if (!response.writableFinished) current?.abort(new ClientGone());
      stream?.destroy();
      resolve();
    });

    const fail = (error: Error): void => {
      clearTimeout(waiting);
      if (hasFailed) return;
      hasFailed = true;
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
        clearTimeout(waiting);
        current = controller;
        if (response.destroyed || hasFailed) controller.abort(new ClientGone());
      },
      onResponseStart: (_controller, status, headers) => {
        if (status < 200 || response.destroyed) return;
        forwarding.onAnswer?.(status);
        for (const [name, value] of responseHeadersFor(headers)) response.setHeader(name, value);
        response.writeHead(status);
        if (readLimit) reading = setTimeout(() => response.destroy(), readLimit.ms);
      },
      onResponseData: (controller, chunk) => {
        if (response.write(chunk)) return;
        controller.pause();
        readLimit?.watch.waits();
      },
      onResponseEnd: () => {
        response.end();
        discardBody(request);
      },
      onResponseError: (_controller, error) => {
        // A connection kept alive may have been closed by a restart just as it was used.
        if (mayRetry && !response.headersSent && brokenOff.has((error as NodeJS.ErrnoException).code ?? '')) {
          mayRetry = false;
          dispatch();
        } else fail(error);
      },
    };
    const dispatch = (): void => {
      waiting = setTimeout(() => fail(problem.unavailable()), waitMs);
      try {
        lane.dispatch(
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

export const createServiceProxy = ({ lanes, waitMs }: ProxyOptions): ServiceProxy => {
  /** How long its reader may take over a call's answer before it is broken off: five megabytes by a poor connection. */
  const readMs = 2 * waitMs;
  const slowReaders = createSlowReaders();
  const openBody = (request: IncomingMessage, { lane, bodyLimitBytes }: Forwarding) => {
    if (!hasBody(request)) return null;
    return lane === 'transfers'
      ? meterBody(request, bodyLimitBytes)
      : collectBody(request, bodyLimitBytes, waitMs);
  };
  return {
    forward: async (exchange, forwarding) => {
      const { request, response } = exchange;
      // Who has gone meanwhile waits for no answer, and sends no body.
      if (response.destroyed) return;
      checkBodyHeaders(request, forwarding.bodyLimitBytes);
      askForBody(request, response);
      const body = await openBody(request, forwarding);
      if (response.destroyed) return;
      const { lane } = forwarding;
      if (lane !== 'calls') return pass(lanes[lane], exchange, forwarding, body, waitMs);
      const watch = slowReaders.watch(forwarding.principal, () => response.destroy());
      await pass(lanes.calls, exchange, forwarding, body, waitMs, { watch, ms: readMs });
    },
  };
};
