import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { CreateTaskResponse } from '@obieg/contracts';
import { requestSite } from '../src/site-client';
import { until } from './processes';

interface BurstOptions {
  /** The organization's address. */
  site: string;
  token: string;
  /** Each task's title starts with it. */
  title: string;
}

const writers = 4;
const retryMs = 25;
const patienceMs = 60_000;

/**
 * People who submit one task after another. Each sends a task again, always with the same key, until it is
 * acknowledged, as a person does in front of a browser.
 */
export const startBurst = ({ site, token, title }: BurstOptions) => {
  const acknowledged = new Map<string, number>();
  const refusals: string[] = [];
  let isOver = false;

  const submitOnce = async (body: { title: string }, key: string): Promise<number | undefined> => {
    try {
      const { status, text } = await requestSite('POST', `${site}/api/tasks`, {
        token,
        body,
        headers: { 'idempotency-key': key },
      });
      if (status === 201) return (JSON.parse(text) as CreateTaskResponse).publicTaskId;
      refusals.push(`${status} ${text}`);
    } catch (error) {
      refusals.push((error as NodeJS.ErrnoException).code ?? String(error));
    }
    return undefined;
  };
  const submit = async (name: string): Promise<void> => {
    const key = randomUUID();
    const end = Date.now() + patienceMs;
    for (;;) {
      const publicTaskId = await submitOnce({ title: name }, key);
      if (publicTaskId !== undefined) {
        acknowledged.set(name, publicTaskId);
        return;
      }
      if (Date.now() > end) throw new Error(`${name} was never acknowledged: ${refusals.at(-1)}`);
      await setTimeout(retryMs);
    }
  };
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; !isOver; count += 1) await submit(`${title} ${writer}-${count}`);
  };
  const written = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  // A writer that gave up is told by `finish`, not as an error that nothing caught.
  written.catch(() => undefined);

  return {
    /** What was not answered with 201, as it came: status and body, or the error of the connection. */
    refusals,
    /** Waits until so many more tasks have been acknowledged. */
    untilMore: (count: number): Promise<void> => {
      const target = acknowledged.size + count;
      return until(
        `${count} more tasks; refused: ${refusals.at(-1)}`,
        () => acknowledged.size >= target,
        patienceMs,
      );
    },
    /** Lets everybody end what they have begun; answers what was acknowledged: numbers by title. */
    finish: async (): Promise<Map<string, number>> => {
      isOver = true;
      await written;
      return acknowledged;
    },
  };
};
