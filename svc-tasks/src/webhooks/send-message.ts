import type { LookupFunction } from 'node:net';
import type { DeliveryFailure } from '@obieg/contracts';
import { Agent, buildConnector, request } from 'undici';
import { hostOf, isIpAddress, parseWebhookUrl } from './address-rules';
import type { Attempt } from './lanes.repo';
import type { WebhookSettings } from './webhook-dependencies';

/** Read part of a response. The rest is not received. */
const responseBytesMax = 64 * 1024;
const storedHeadersMax = 30;
const storedHeaderLength = 200;
/** They belong to the receiver's sessions. */
const unstoredHeaders: ReadonlySet<string> = new Set(['set-cookie', 'www-authenticate']);

type ConnectFailure = 'ADDRESS' | 'NAME';

const failWith = (code: ConnectFailure): Error => Object.assign(new Error(code), { code });

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

/**
 * Creates the connector. It resolves the name itself and connects only to addresses that the rules allow, then checks
 * the address of the connection again. A name that resolves differently later is checked with each connection.
 */
const createConnector = (
  { rules, resolveHost }: Pick<WebhookSettings, 'rules' | 'resolveHost'>,
  timeoutMs: number,
): buildConnector.connector => {
  const lookUp =
    (protocol: string): LookupFunction =>
    (host, { all }, callback) => {
      resolveHost(host).then(
        (addresses) => {
          const [first] = addresses;
          if (first === undefined) return callback(failWith('NAME'), '');
          // One private address among public ones is no accident.
          if (!addresses.every((address) => rules.isAllowed(address, protocol)))
            return callback(failWith('ADDRESS'), '');
          const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
          return all ? callback(null, found) : callback(null, first, found[0]?.family);
        },
        () => callback(failWith('NAME'), ''),
      );
    };
  const connectors = new Map(
    ['http:', 'https:'].map((protocol) => [
      protocol,
      buildConnector({ timeout: timeoutMs, lookup: lookUp(protocol), port: 0 }),
    ]),
  );
  return (options, callback) => {
    const { protocol, hostname } = options;
    const host = hostname.replace(/^\[|\]$/g, '');
    const connect = connectors.get(protocol);
    // Node.js does not look numbers up.
    if (!connect || (isIpAddress(host) && !rules.isAllowed(host, protocol)))
      return callback(failWith('ADDRESS'), null);
    return connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (rules.isAllowed(socket.remoteAddress ?? '', protocol)) return callback(null, socket);
      socket.destroy();
      return callback(failWith('ADDRESS'), null);
    });
  };
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
export const createMessageSender = (
  settings: Pick<WebhookSettings, 'rules' | 'resolveHost'>,
  timeoutMs: number,
) => {
  const agent = new Agent({
    connect: createConnector(settings, timeoutMs),
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
      if (typeof parsed === 'string' || hostOf(parsed) === '') throw failWith('ADDRESS');
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
