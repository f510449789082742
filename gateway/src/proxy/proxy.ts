import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { isProblem, type ProblemError, problem } from '@obieg/service-kit';
import type { Dispatcher } from 'undici';
import { checkBodyHeaders, collectBody, discardBody, hasBody, meterBody } from '../http/request-body';
import { sendContinue } from '../http/server';
import type { Lane } from '../routing/routing-table';
import { requestHeadersFor, responseHeadersFor } from './headers';
import type { Instances } from './instances';
import { createSlowReaders, type ResponseWatch } from './slow-readers';

interface Forwarding {
  /** Processes of the service. */
  instances: Instances;
  /** Path and query. */
  url: string;
  /** Internal headers for the service. */
  headers: Readonly<Record<string, string>>;
  bodyLimitBytes: number;
  /** User or address for the limits. */
  principal: string;
  lane: Lane;
  /** Called with the status before the client receives anything. */
  onResponse?: (status: number) => void;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Connection pools per lane. Files and streams have their own, because the client determines their duration. A slow
 * client can then delay other files, but nothing else.
 */
export type Lanes = Record<Lane, Dispatcher>;

interface ProxyOptions {
  lanes: Lanes;
  /** Receives the responses of open event streams, so that a shutdown can end them. */
  openStreams: Set<ServerResponse>;
  /** Maximum wait for a free connection (503) and for the body (400). */
  waitMs: number;
}

export interface ServiceProxy {
  /**
   * Forwards a request and streams the response. A call's body is read completely before the service is contacted; a
   * file is streamed. Settles when the response is sent or the client has disconnected. @throws 413, 502, 503 or 504
   * if nothing has been sent yet
   */
  forward(exchange: Exchange, forwarding: Forwarding): Promise<void>;
}

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const connectionLostCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

const toProblem = (error: Error): ProblemError => {
  if (isProblem(error)) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (unreachableCodes.has(code)) return problem.unavailable(undefined, error);
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return problem.gatewayTimeout(error);
  return problem.badGateway(error);
};

/** Whether a request can be retried: it is idempotent and has no body. */
const isRepeatable = ({ method }: IncomingMessage, body: unknown): boolean =>
  body === null && (method === 'GET' || method === 'HEAD');

class ClientDisconnected extends Error {}

type Body = Buffer | Transform | null;

/** Limits how long a slow reader occupies a connection. */
interface ReadLimit {
  watch: ResponseWatch;
  ms: number;
}

/** Sends a request to a service and streams the response to the client. */
const exchangeWithService = (
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
    const mayRepeat = isRepeatable(request, body);
    const tried = new Set<string>();
    let mayReconnect = mayRepeat;
    let hasFailed = false;
    /** Whether the instance may have received a part of the request. */
    let isSent = false;
    let origin = '';
    let connectTimer: NodeJS.Timeout | undefined;
    let readTimer: NodeJS.Timeout | undefined;
    stream?.on('error', (error) => {
      bodyFailure = error;
    });
    response.on('drain', () => {
      readLimit?.watch.resumed();
      current?.resume();
    });
    response.once('close', () => {
      clearTimeout(connectTimer);
      clearTimeout(readTimer);
      readLimit?.watch.resumed();
      if (!response.writableFinished) current?.abort(new ClientDisconnected());
      stream?.destroy();
      resolve();
    });

    const fail = (error: Error): void => {
      clearTimeout(connectTimer);
      if (hasFailed) return;
      hasFailed = true;
      if (response.destroyed) resolve();
      else if (response.headersSent) {
        // A partial response cannot be revoked. Breaking the connection marks it as incomplete.
        response.destroy();
      } else {
        discardBody(request);
        reject(toProblem(bodyFailure ?? error));
      }
    };
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (controller) => {
        clearTimeout(connectTimer);
        isSent = true;
        current = controller;
        if (response.destroyed || hasFailed) controller.abort(new ClientDisconnected());
      },
      onResponseStart: (_controller, status, headers) => {
        if (status < 200 || response.destroyed) return;
        if (headers['connection'] === 'close') forwarding.instances.check(origin);
        forwarding.onResponse?.(status);
        for (const [name, value] of responseHeadersFor(headers)) response.setHeader(name, value);
        response.writeHead(status);
        if (readLimit) readTimer = setTimeout(() => response.destroy(), readLimit.ms);
      },
      onResponseData: (controller, chunk) => {
        if (response.write(chunk)) return;
        controller.pause();
        readLimit?.watch.stalled();
      },
      onResponseEnd: () => {
        response.end();
        discardBody(request);
      },
      onResponseError: (_controller, error) => {
        const next = findNext(error);
        if (next === undefined) fail(error);
        else dispatch(next);
      },
    };
    /**
     * Returns the instance for another attempt. A write is repeated only if no byte of it was sent; then its body is
     * unread, too.
     */
    const findNext = (error: Error): string | undefined => {
      const { code = '' } = error as NodeJS.ErrnoException;
      const isUnreachable = unreachableCodes.has(code);
      const isLost = connectionLostCodes.has(code);
      if (!isUnreachable && !isLost) return undefined;
      if (isUnreachable || !isSent) forwarding.instances.suspect(origin);
      else forwarding.instances.check(origin);
      if (hasFailed || response.destroyed || response.headersSent || (isSent && !mayRepeat)) return undefined;
      const other = forwarding.instances.choose(tried);
      if (other !== undefined) return other;
      // A restarted service may have closed the kept-alive connection just before its use.
      if (!isLost || !mayReconnect) return undefined;
      mayReconnect = false;
      return origin;
    };
    const dispatch = (chosen: string): void => {
      origin = chosen;
      tried.add(origin);
      isSent = false;
      clearTimeout(connectTimer);
      connectTimer = setTimeout(() => fail(problem.unavailable()), waitMs);
      try {
        lane.dispatch(
          {
            origin,
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
    const first = forwarding.instances.choose();
    if (first === undefined) fail(problem.unavailable());
    else dispatch(first);
  });

export const createServiceProxy = ({ lanes, openStreams, waitMs }: ProxyOptions): ServiceProxy => {
  /** Maximum time to read a call's response: 5 MB on a slow connection. */
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
      // The client disconnected while the call waited for its admission.
      if (response.destroyed) return;
      checkBodyHeaders(request, forwarding.bodyLimitBytes);
      sendContinue(request, response);
      const body = await openBody(request, forwarding);
      if (response.destroyed) return;
      const { lane } = forwarding;
      if (lane === 'streams') {
        openStreams.add(response);
        response.once('close', () => openStreams.delete(response));
      }
      if (lane !== 'calls') return exchangeWithService(lanes[lane], exchange, forwarding, body, waitMs);
      const watch = slowReaders.watch(forwarding.principal, () => response.destroy());
      await exchangeWithService(lanes.calls, exchange, forwarding, body, waitMs, { watch, ms: readMs });
    },
  };
};
