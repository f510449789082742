import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { json } from 'node:stream/consumers';

interface Answer {
  status: number;
  /** Read as JSON; check it by its schema. */
  body: unknown;
}

/**
 * Asks another of our programs for JSON, without redirects. Rejects when the whole answer is not there in time, or is no
 * JSON. Not `fetch`, which keeps a client of its own in memory, 4 MB in each process.
 */
export const askJson = async (url: string, deadlineMs: number): Promise<Answer> => {
  const { get } = url.startsWith('https:') ? https : http;
  const request = get(url, { signal: AbortSignal.timeout(deadlineMs) });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await json(response) };
};

/** The same where only 200 is an answer; everything else is an error. */
export const askForJson = async (url: string, deadlineMs: number): Promise<unknown> => {
  const { status, body } = await askJson(url, deadlineMs);
  if (status !== 200) throw new Error(`${new URL(url).pathname} answered ${status}`);
  return body;
};
