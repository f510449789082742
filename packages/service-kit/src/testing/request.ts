import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export interface TestAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Each byte as one character. */
  text: string;
  /** Where it is no JSON, the text. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of any answer and fail where it is missing
  body: any;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Sends one request to a port of this machine and reads the whole answer. */
export const sendTestRequest = (
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  payload?: string | Buffer,
): Promise<TestAnswer> =>
  new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', async () => {
        // An answer may come before the body has been sent; the connection must survive that.
        if (!request.writableFinished) await once(request, 'finish');
        const content = Buffer.concat(chunks);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: content.toString('latin1'),
          body: parse(content.toString()),
        });
      });
    });
    request.on('error', reject);
    request.end(payload);
  });
