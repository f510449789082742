import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { json } from 'node:stream/consumers';

interface Answer {
  status: number;
  /** Parsed JSON. Validate it with its schema. */
  body: unknown;
}

/**
 * Requests JSON from another process of Obieg. Uses `http`, because the client behind `fetch` takes 4 MB of memory per
 * process. Does not follow redirects. @throws if the response is incomplete after the deadline or not JSON
 */
export const requestJson = async (url: string, deadlineMs: number): Promise<Answer> => {
  const { get } = url.startsWith('https:') ? https : http;
  const request = get(url, { signal: AbortSignal.timeout(deadlineMs) });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await json(response) };
};

/** Like `requestJson`, but rejects any status other than 200. */
export const fetchJson = async (url: string, deadlineMs: number): Promise<unknown> => {
  const { status, body } = await requestJson(url, deadlineMs);
  if (status !== 200) throw new Error(`${new URL(url).pathname} responded with status ${status}`);
  return body;
};
