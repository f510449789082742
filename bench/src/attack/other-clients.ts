import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { PreparedRequest } from './send';
import { sendPrepared } from './send';

/** A client that lists tasks and opens one, again and again. */
export interface OtherClient {
  name: string;
  list: PreparedRequest;
  task: PreparedRequest;
}

/** A person reads, so that the clients themselves are no load. */
const readingMs = 30;
const agent = new Agent({ keepAlive: true });

/** @returns milliseconds; infinite if a request failed */
const visit = async (port: number, { list, task }: OtherClient): Promise<number> => {
  const startedAt = performance.now();
  for (const request of [list, task])
    if ((await sendPrepared(agent, port, request)) !== 200) return Number.POSITIVE_INFINITY;
  return performance.now() - startedAt;
};

/** Milliseconds of each visit, a list and a task, during the given time. A failed visit takes infinitely long. */
export const measureClient = async (
  port: number,
  client: OtherClient,
  seconds: number,
): Promise<number[]> => {
  const endsAt = performance.now() + seconds * 1_000;
  const durations: number[] = [];
  do {
    durations.push(await visit(port, client));
    await setTimeout(readingMs);
  } while (performance.now() < endsAt);
  return durations;
};
