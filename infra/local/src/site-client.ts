import type { IncomingHttpHeaders } from 'node:http';
import { requestLoopback } from './loopback';

export interface SiteRequest {
  token?: string | undefined;
  /** Sent as JSON; a buffer is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface SiteResponse {
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
 * Calls an address below `*.localhost`, which Node.js cannot resolve: connects to loopback and sends the host name,
 * as a browser does. `body` is undefined if the response is not JSON.
 */
export const requestSite = async (
  method: string,
  address: string,
  { token, body, headers = {} }: SiteRequest = {},
): Promise<SiteResponse> => {
  const [, host = '', port = '80', path = '/'] = addressPattern.exec(address) ?? [];
  const payload = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const response = await requestLoopback({
    port: Number(port),
    method,
    path,
    headers: {
      host: `${host}:${port}`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
      ...headers,
    },
    payload,
  });
  const text = response.content.toString();
  return { status: response.status, headers: response.headers, body: parse(text), text };
};

/** Whether one of our services reports ready. */
export const isServiceReady = (port: number): Promise<boolean> =>
  requestSite('GET', `http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
