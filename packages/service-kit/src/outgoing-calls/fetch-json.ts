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
export const requestJson = async (
  url: string,
  deadlineMs: number,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const { get } = url.startsWith('https:') ? https : http;
  const request = get(url, { headers, signal: AbortSignal.timeout(deadlineMs) });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await json(response) };
};

/** Origins of a service's instances, in the order in which to ask them. */
export type Origins = () => readonly string[];

/** Asks one instance after the other, until one responds without a server error. */
const askEach = async (
  origins: Origins,
  path: string,
  ask: (url: string) => Promise<Answer>,
): Promise<Answer> => {
  let failure: unknown = new Error('No instance of the service responds');
  for (const origin of origins()) {
    try {
      const answer = await ask(`${origin}${path}`);
      if (answer.status < 500) return answer;
      failure = new Error(`${path} responded with status ${answer.status}`);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
};

/** Requests JSON from the first instance that responds without a server error. @throws the last instance's error */
export const requestJsonFrom = (
  origins: Origins,
  path: string,
  deadlineMs: number,
  headers: Record<string, string> = {},
): Promise<Answer> => askEach(origins, path, (url) => requestJson(url, deadlineMs, headers));

/** Like `requestJsonFrom`, but rejects any status other than 200. */
export const fetchJsonFrom = async (origins: Origins, path: string, deadlineMs: number): Promise<unknown> => {
  const { status, body } = await requestJsonFrom(origins, path, deadlineMs);
  if (status !== 200) throw new Error(`${path} responded with status ${status}`);
  return body;
};
