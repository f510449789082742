import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';

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

/** Sends one request to a port of this machine and reads the whole answer. */
export const requestLoopback = ({
  port,
  method,
  path,
  headers,
  payload,
}: LoopbackRequest): Promise<LoopbackAnswer> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0 } = response;
        const answer = { status: statusCode, headers: response.headers, content: Buffer.concat(chunks) };
        // An answer may come before the body has been sent; the connection must survive that.
        if (request.writableFinished || request.destroyed) resolve(answer);
        else request.once('close', () => resolve(answer));
      });
    });
    request.on('error', reject);
    request.setTimeout(60_000, () => request.destroy(new Error(`No answer to ${method} ${path}`)));
    request.end(payload);
  });
