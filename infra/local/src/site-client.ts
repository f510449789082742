import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export interface SiteRequest {
  token?: string | undefined;
  /** Travels as JSON, a buffer as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface SiteAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: unknown;
  text: string;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const addressPattern = /^https?:\/\/([^/:]+)(?::(\d+))?(\/.*)?$/;

/**
 * Calls an address of `*.localhost`, which Node's resolver does not know: connects to loopback and names the host in
 * the header, as a browser would. The answer's `body` is undefined when it is no JSON.
 */
export const requestSite = (
  method: string,
  address: string,
  { token, body, headers = {} }: SiteRequest = {},
): Promise<SiteAnswer> =>
  new Promise((resolve, reject) => {
    const [, host = '', port = '80', path = '/'] = addressPattern.exec(address) ?? [];
    const payload = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          host: `${host}:${port}`,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parse(text), text });
        });
      },
    );
    request.on('error', reject);
    request.setTimeout(60_000, () => request.destroy(new Error(`No answer from ${address}`)));
    request.end(payload);
  });

/** Whether a service of ours says that it is ready. */
export const answersReady = (port: number): Promise<boolean> =>
  requestSite('GET', `http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
