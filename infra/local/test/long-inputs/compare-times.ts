import { existsSync, readFileSync } from 'node:fs';
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

/**
 * Reads the processor time of the main threads, which other processes of the machine do not affect. While a main
 * thread works, its process answers no other request. Falls back to the clock where Linux does not report it.
 */
export const createStopwatch = (pids: readonly number[]): (() => number) => {
  const files = pids.map((pid) => `/proc/${pid}/schedstat`);
  if (!files.every(existsSync)) return () => performance.now();
  return () => files.reduce((sum, file) => sum + Number.parseInt(readFileSync(file, 'utf8'), 10) / 1e6, 0);
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
