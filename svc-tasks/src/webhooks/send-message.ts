import type { DeliveryFailure } from '@obieg/contracts';
import {
  connectFailure,
  createGuardedConnector,
  hostOf,
  type Reach,
} from '@obieg/service-kit/guarded-network';
import { Agent, request } from 'undici';
import type { Attempt } from './lanes.repo';
import { parseWebhookUrl } from './webhook-url';

/** Read part of a response. The rest is not received. */
const responseBytesMax = 64 * 1024;
const storedHeadersMax = 30;
const storedHeaderLength = 200;
/** They belong to the receiver's sessions. */
const unstoredHeaders: ReadonlySet<string> = new Set(['set-cookie', 'www-authenticate']);

const timeoutCodes: ReadonlySet<unknown> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEOUT',
]);

const failureOf = (error: { code?: unknown; name?: string }): DeliveryFailure => {
  if (error.code === 'ADDRESS' || error.code === 'NAME') return error.code;
  if (error.name === 'TimeoutError' || timeoutCodes.has(error.code)) return 'TIMEOUT';
  return 'CONNECTION';
};

const failureOfStatus = (status: number): DeliveryFailure | undefined => {
  if (status >= 200 && status < 300) return undefined;
  return status >= 300 && status < 400 ? 'REDIRECT' : 'STATUS';
};

const storeHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !unstoredHeaders.has(name))
      .slice(0, storedHeadersMax)
      .map(([name, value]) => [name, String(value).slice(0, storedHeaderLength).toWellFormed()]),
  );

/** Reads the beginning of a body. An error after the status does not change the outcome. */
const readStart = async (body: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // Leaving the loop destroys the body and its connection.
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= responseBytesMax) break;
    }
  } catch {
    // The status has decided.
  }
  return Buffer.concat(chunks).subarray(0, responseBytesMax).toString('utf8');
};

interface MessageRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Ends the attempt when the process stops. */
  signal: AbortSignal;
}

/** Sends messages of webhooks. Follows no redirect. */
export const createMessageSender = (settings: Reach, timeoutMs: number) => {
  const agent = new Agent({
    connect: createGuardedConnector(settings, timeoutMs),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    // Long enough for the next message of a burst.
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
    pipelining: 1,
  });
  const send = async ({ url, headers, body, signal }: MessageRequest): Promise<Attempt> => {
    const startedAt = performance.now();
    const attempt = { requestHeaders: headers, requestBody: body };
    const parsed = parseWebhookUrl(url);
    try {
      if (typeof parsed === 'string' || hostOf(parsed) === '') throw connectFailure('ADDRESS');
      const response = await request(parsed, {
        dispatcher: agent,
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      const responseBody = await readStart(response.body);
      return {
        ...attempt,
        failure: failureOfStatus(response.statusCode),
        durationMs: performance.now() - startedAt,
        responseStatus: response.statusCode,
        responseHeaders: storeHeaders(response.headers),
        responseBody,
      };
    } catch (error) {
      return {
        ...attempt,
        failure: failureOf(error as Error),
        durationMs: performance.now() - startedAt,
        responseStatus: null,
        responseHeaders: null,
        responseBody: null,
      };
    }
  };
  return { send, close: (): Promise<void> => agent.destroy() };
};
export type MessageSender = ReturnType<typeof createMessageSender>;
