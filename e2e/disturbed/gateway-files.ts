import {
  Agent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream/promises';

/** A response of the gateway. Of a file that never changes: with its content. */
export interface GatewayResponse {
  status: number;
  headers: IncomingHttpHeaders;
  content: Buffer | IncomingMessage;
}

export interface GatewayFiles {
  /** Passes a request to the gateway. Files that never change are fetched once. */
  fetch: (incoming: IncomingMessage, isWhole: boolean) => Promise<GatewayResponse>;
  close: () => void;
}

/** Headers that allow a response without its whole content as it is. */
const wholeHeaders = ['accept-encoding', 'if-none-match', 'if-modified-since'];

const isImmutable = ({ headers }: IncomingMessage): boolean =>
  String(headers['cache-control']).includes('immutable');

export const readContent = async ({ content }: GatewayResponse): Promise<Buffer> =>
  Buffer.isBuffer(content) ? content : Buffer.concat(await content.toArray());

/** Reads from a gateway, and keeps the files that never change in memory. */
export const createGatewayFiles = (port: number): GatewayFiles => {
  const agent = new Agent({ keepAlive: true });
  const files = new Map<string, GatewayResponse>();

  const request = (incoming: IncomingMessage, isWhole: boolean): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { method, url: path } = incoming;
      const headers = { ...incoming.headers };
      // Half of a compressed page is unreadable, and a response without content cannot be cut.
      if (isWhole) for (const name of wholeHeaders) delete headers[name];
      const outgoing = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent }, resolve);
      outgoing.on('error', reject);
      incoming.pipe(outgoing);
    });

  return {
    fetch: async (incoming, isWhole) => {
      const { method, url: path = '/' } = incoming;
      const isFile = method === 'GET' && path.startsWith('/remotes/');
      const kept = files.get(path);
      if (isFile && kept) return kept;
      const response = await request(incoming, isWhole || isFile);
      const { statusCode: status = 502, headers } = response;
      if (!(isFile && status === 200 && isImmutable(response))) return { status, headers, content: response };
      const content = Buffer.concat(await response.toArray());
      // The browser would not ask for a file that never changes again in the next load.
      const file = {
        status,
        headers: { ...headers, 'cache-control': 'no-cache', etag: headers.etag ?? `"${path}"` },
        content,
      };
      files.set(path, file);
      return file;
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
    response.writeHead(status, headers);
    // Also ends the response where the gateway's breaks off.
    return await pipeline(content, response);
  }
  const isKnown = incoming.headers['if-none-match'] === headers.etag;
  const { 'content-length': _, ...unsized } = headers;
  if (isKnown) response.writeHead(304, unsized).end();
  else response.writeHead(status, headers).end(content);
};
