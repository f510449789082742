import type { IncomingHttpHeaders } from 'node:http';
import { requestLoopback } from './loopback';

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
export const requestSite = async (
  method: string,
  address: string,
  { token, body, headers = {} }: SiteRequest = {},
): Promise<SiteAnswer> => {
  const [, host = '', port = '80', path = '/'] = addressPattern.exec(address) ?? [];
  const payload = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const answer = await requestLoopback({
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
  const text = answer.content.toString();
  return { status: answer.status, headers: answer.headers, body: parse(text), text };
};

/** Whether a service of ours says that it is ready. */
export const answersReady = (port: number): Promise<boolean> =>
  requestSite('GET', `http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
