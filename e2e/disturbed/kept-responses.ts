import {
  Agent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream/promises';

/** A response of the gateway, with its content if it is kept. */
export interface GatewayResponse {
  status: number;
  headers: IncomingHttpHeaders;
  content: Buffer | IncomingMessage;
}

export interface KeptResponses {
  /** Passes a request to the gateway. What a page reads is fetched once for each session. */
  fetch: (incoming: IncomingMessage) => Promise<GatewayResponse>;
  close: () => void;
}

/** Headers of one connection, or that allow a response without its whole content as it is. */
const droppedRequestHeaders = ['accept-encoding', 'if-none-match', 'if-modified-since', 'connection'];
const droppedResponseHeaders = ['transfer-encoding', 'connection', 'keep-alive'];

const without = (headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

const isStream = ({ headers }: IncomingMessage): boolean =>
  String(headers['content-type']).startsWith('text/event-stream');

/** The browser would not ask for a file that never changes again in the next load. */
const askAgain = (headers: IncomingHttpHeaders, path: string): IncomingHttpHeaders =>
  String(headers['cache-control']).includes('immutable')
    ? { ...headers, 'cache-control': 'no-cache', etag: headers.etag ?? `"${path}"` }
    : headers;

export const readContent = async ({ content }: GatewayResponse): Promise<Buffer> =>
  Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray());

/** Reads from a gateway and keeps the responses, so that thousands of loads cost the product nothing. */
export const keepResponses = (port: number): KeptResponses => {
  const agent = new Agent({ keepAlive: true });
  const kept = new Map<string, GatewayResponse>();

  const request = (incoming: IncomingMessage): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { method, url: path } = incoming;
      const headers = without(incoming.headers, droppedRequestHeaders);
      const outgoing = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent }, resolve);
      outgoing.on('error', reject);
      incoming.pipe(outgoing);
    });

  return {
    fetch: async (incoming) => {
      const { method, url: path = '/', headers: sent } = incoming;
      const key = `${path} ${sent.authorization} ${sent['accept-language']}`;
      const known = method === 'GET' ? kept.get(key) : undefined;
      if (known) return known;
      const response = await request(incoming);
      const { statusCode: status = 502, headers } = response;
      if (method !== 'GET' || status !== 200 || isStream(response))
        return { status, headers, content: response };
      const content = Buffer.concat(await response.toArray());
      const whole = {
        status,
        headers: {
          ...askAgain(without(headers, droppedResponseHeaders), path),
          'content-length': `${content.length}`,
        },
        content,
      };
      kept.set(key, whole);
      return whole;
    },
    close: () => agent.destroy(),
  };
};

/** Sends a response. A browser that has the file keeps it, with its compiled scripts. */
export const sendResponse = async (
  { status, headers, content }: GatewayResponse,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  if (!Buffer.isBuffer(content)) {
    response.writeHead(status, without(headers, droppedResponseHeaders));
    // Also ends the response where the gateway's breaks off.
    return await pipeline(content, response);
  }
  const isKnown = headers.etag !== undefined && incoming.headers['if-none-match'] === headers.etag;
  if (isKnown) response.writeHead(304, without(headers, ['content-length'])).end();
  else response.writeHead(status, headers).end(content);
};
