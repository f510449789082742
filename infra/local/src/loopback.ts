import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

export interface LoopbackRequest {
  port: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  payload?: string | Buffer | undefined;
}

export interface LoopbackResponse {
  status: number;
  headers: IncomingHttpHeaders;
  content: Buffer;
}

const isEndless = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('text/event-stream') === true;

/**
 * Sends one request to a local port and reads the complete response. For an event stream, it reads only the headers.
 */
export const requestLoopback = ({
  port,
  method,
  path,
  headers,
  payload,
}: LoopbackRequest): Promise<LoopbackResponse> =>
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
        const complete = { status, headers, content: Buffer.concat(chunks) };
        // The response can arrive before the request body is sent. In this case, wait until the request closes.
        if (request.writableFinished || request.destroyed) resolve(complete);
        else request.once('close', () => resolve(complete));
      });
    });
    request.on('error', reject);
    request.setTimeout(60_000, () => request.destroy(new Error(`No response to ${method} ${path}`)));
    request.end(payload);
  });
