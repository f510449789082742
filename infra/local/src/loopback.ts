import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

export interface LoopbackRequest {
  port: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  payload?: string | Buffer | undefined;
}

export interface LoopbackAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  content: Buffer;
}

const isEndless = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('text/event-stream') === true;

/** Sends one request to a local port and reads the complete response. Of an event stream it reads only the headers. */
export const requestLoopback = ({
  port,
  method,
  path,
  headers,
  payload,
}: LoopbackRequest): Promise<LoopbackAnswer> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const { statusCode: status = 0, headers } = response;
      if (isEndless(response)) {
        resolve({ status, headers, content: Buffer.alloc(0) });
        request.destroy();
        return;
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const answer = { status, headers, content: Buffer.concat(chunks) };
        // The response can arrive before the request body is sent. The connection must survive that.
        if (request.writableFinished || request.destroyed) resolve(answer);
        else request.once('close', () => resolve(answer));
      });
    });
    request.on('error', reject);
    request.setTimeout(60_000, () => request.destroy(new Error(`No answer to ${method} ${path}`)));
    request.end(payload);
  });
