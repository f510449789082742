import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { requestLoopback } from '../../src/loopback';
import type { ProbeRequest } from './places';

/** An answer may take five times as long as the plain one. */
const slowness = 5;
/** Shorter answers are not worth a second look. */
const suspiciousMs = 30;
const rounds = 20;

export interface TimedAnswer {
  status: number;
  ms: number;
}
export type Send = (request: ProbeRequest) => Promise<TimedAnswer>;

/** The processor time of a process's main thread. Undefined if the process has ended or Linux does not report it. */
const readThreadMs = (pid: number | string): number | undefined => {
  try {
    return Number.parseInt(readFileSync(`/proc/${pid}/schedstat`, 'utf8'), 10) / 1e6;
  } catch {
    return undefined;
  }
};

const listChildren = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');

const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

/** Reads the processor time of PostgreSQL, whose connections are processes. One that ended keeps its last time. */
const createDatabaseStopwatch = (postmaster: number): (() => number) => {
  const times = new Map<string, number>();
  return () => {
    for (const pid of listChildren(postmaster)) times.set(pid, readThreadMs(pid) ?? times.get(pid) ?? 0);
    return sumOf(times.values());
  };
};

/**
 * Reads the processor time of the main threads and of PostgreSQL, which other processes of the machine do not affect.
 * While a main thread works, its process answers no other request. Falls back to the clock where Linux does not report
 * it.
 */
export const createStopwatch = (pids: readonly number[], postmaster: number | undefined): (() => number) => {
  if (pids.some((pid) => readThreadMs(pid) === undefined)) return () => performance.now();
  // Without a pid, a server that the test did not start has the databases.
  const readDatabaseMs = postmaster === undefined ? () => 0 : createDatabaseStopwatch(postmaster);
  return () => sumOf(pids.map((pid) => readThreadMs(pid) ?? 0)) + readDatabaseMs();
};

interface SenderOptions {
  port: number;
  host: string;
  token?: string;
  readMs(): number;
}

/** Sends requests to the gateway, for one organization and one caller. */
export const createSender =
  ({ port, host, token, readMs }: SenderOptions): Send =>
  async ({ method, path, headers, payload }) => {
    const startedAt = readMs();
    const { status } = await requestLoopback({
      port,
      method,
      path,
      headers: {
        host,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }),
        ...headers,
      },
      payload,
    });
    return { status, ms: readMs() - startedAt };
  };

const findMedian = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Whether an answer looks slow, at the first sight. */
export const isSuspicious = ({ ms }: TimedAnswer, plainMs: number): boolean =>
  ms > suspiciousMs && ms > slowness * plainMs;

/** Sends both requests in turns. @returns a description if the median of one is slow, compared with the plain one */
export const describeSlowness = async (
  send: Send,
  probe: ProbeRequest,
  plain: ProbeRequest,
): Promise<string | undefined> => {
  const times: { probe: number[]; plain: number[] } = { probe: [], plain: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.probe.push((await send(probe)).ms);
    times.plain.push((await send(plain)).ms);
  }
  const median = { probe: findMedian(times.probe), plain: findMedian(times.plain) };
  return median.probe > slowness * median.plain
    ? `${median.probe.toFixed(1)} ms instead of ${median.plain.toFixed(1)} ms`
    : undefined;
};
