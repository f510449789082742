import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';
import { checkBodyHeaders, collectBody, hasBody, meterBody } from '../http/request-body';
import { sendContinue } from '../http/server';
import type { Lane } from '../routing/routing-table';
import { type Exchange, exchangeWithService } from './exchange';
import { createSlowReaders } from './slow-readers';

interface Forwarding extends Omit<Exchange, 'body' | 'lane' | 'waitMs' | 'readLimit'> {
  bodyLimitBytes: number;
  /** User or address for the limits. */
  principal: string;
  lane: Lane;
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
  forward(forwarding: Forwarding): Promise<void>;
}

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
  /** Only calls have a limit: the client determines how long a file or a stream lasts. */
  const createReadLimit = ({ lane, principal, response }: Forwarding): Exchange['readLimit'] =>
    lane === 'calls'
      ? { watch: slowReaders.watch(principal, () => response.destroy()), ms: readMs }
      : undefined;
  const trackStream = (response: ServerResponse): void => {
    openStreams.add(response);
    response.once('close', () => openStreams.delete(response));
  };

  return {
    forward: async (forwarding) => {
      const { request, response, lane } = forwarding;
      // The client disconnected while the gateway looked up its organization or its limits.
      if (response.destroyed) return;
      checkBodyHeaders(request, forwarding.bodyLimitBytes);
      sendContinue(request, response);
      const body = await openBody(request, forwarding);
      if (response.destroyed) return;
      if (lane === 'streams') trackStream(response);
      const readLimit = createReadLimit(forwarding);
      await exchangeWithService({ ...forwarding, lane: lanes[lane], body, waitMs, readLimit });
    },
  };
};
