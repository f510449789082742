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
 * Requests JSON from another of our processes, without redirects. Uses `http` instead of `fetch`, whose client takes
 * 4 MB of memory per process. @throws if the response is incomplete after the deadline or not JSON
 */
export const askJson = async (url: string, deadlineMs: number): Promise<Answer> => {
  const { get } = url.startsWith('https:') ? https : http;
  const request = get(url, { signal: AbortSignal.timeout(deadlineMs) });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await json(response) };
};

/** Like `askJson`, but rejects any status other than 200. */
export const askForJson = async (url: string, deadlineMs: number): Promise<unknown> => {
  const { status, body } = await askJson(url, deadlineMs);
  if (status !== 200) throw new Error(`${new URL(url).pathname} responded with status ${status}`);
  return body;
};
