import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { CreateTaskResponse } from '@obieg/contracts';
import { requestSite } from '../src/site-client';
import { until } from './processes';

interface BurstOptions {
  /** Address of the organization. */
  site: string;
  token: string;
  /** Prefix of each task's title. */
  title: string;
}

const writers = 4;
const retryMs = 25;
const deadlineMs = 60_000;

/**
 * Simulates people who submit one task after another. Each repeats a submission with the same idempotency key until
 * it is acknowledged, as a user does.
 */
export const startBurst = ({ site, token, title }: BurstOptions) => {
  const acknowledged = new Map<string, number>();
  const failures: string[] = [];
  let isOver = false;

  const submitOnce = async (body: { title: string }, key: string): Promise<number | undefined> => {
    try {
      const { status, text } = await requestSite('POST', `${site}/api/tasks`, {
        token,
        body,
        headers: { 'idempotency-key': key },
      });
      if (status === 201) return (JSON.parse(text) as CreateTaskResponse).publicTaskId;
      failures.push(`${status} ${text}`);
    } catch (error) {
      failures.push((error as NodeJS.ErrnoException).code ?? String(error));
    }
    return undefined;
  };
  const submit = async (name: string): Promise<void> => {
    const key = randomUUID();
    const end = Date.now() + deadlineMs;
    for (;;) {
      const publicTaskId = await submitOnce({ title: name }, key);
      if (publicTaskId !== undefined) {
        acknowledged.set(name, publicTaskId);
        return;
      }
      if (Date.now() > end) throw new Error(`${name} was not acknowledged: ${failures.at(-1)}`);
      await setTimeout(retryMs);
    }
  };
  const write = async (writer: number): Promise<void> => {
    for (let count = 0; !isOver; count += 1) await submit(`${title} ${writer}-${count}`);
  };
  const written = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  // `finish` reports a writer that gave up.
  written.catch(() => undefined);

  return {
    /** Task numbers by title, so far. */
    acknowledged: acknowledged as ReadonlyMap<string, number>,
    /** Responses other than 201 and connection errors. */
    failures,
    /** Waits until `count` more tasks are acknowledged. */
    untilMore: (count: number): Promise<void> => {
      const target = acknowledged.size + count;
      return until(
        `${count} more tasks; last failure: ${failures.at(-1)}`,
        () => acknowledged.size >= target,
        deadlineMs,
      );
    },
    /** Waits for running submissions. @returns acknowledged task numbers by title */
    finish: async (): Promise<Map<string, number>> => {
      isOver = true;
      await written;
      return acknowledged;
    },
  };
};
