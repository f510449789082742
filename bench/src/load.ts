import autocannon from 'autocannon';
import { cpuMs } from './resources';

interface Request {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: unknown;
}

/** Where to send requests, and the processes to measure. */
export interface Target {
  url: string;
  headers: Record<string, string>;
  processIds: readonly number[];
  /** Pid of PostgreSQL. */
  databaseId: number;
}

export interface Scenario {
  name: string;
  target: Target;
  /** Returns the next request. */
  next(): Request;
}

export interface Measured {
  name: string;
  connections: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the target's processes per response. */
  cpuMs: number;
  /** Processor time of PostgreSQL per response. */
  databaseCpuMs: number;
  /** Failed requests. Any value other than 0 invalidates the row. */
  rejected: number;
}

/** Not measured, because caches are cold. */
const excludedSeconds = 1;

/** What a product does beside its requests. */
export interface Background {
  /** Waits until the work that the requests have queued is done, so that their processor time includes it. */
  settle(): Promise<void>;
  /** Processor time per second of an idle product, which is subtracted: polls and timers. */
  idle: { cpuMs: number; databaseCpuMs: number };
}

const notRegarded: Background = { settle: async () => {}, idle: { cpuMs: 0, databaseCpuMs: 0 } };

/** Runs one scenario once. */
export const measure = async (
  { name, target: { url, headers, processIds, databaseId }, next }: Scenario,
  connections: number,
  seconds: number,
  { settle, idle }: Background = notRegarded,
): Promise<Measured> => {
  const run = (duration: number) =>
    autocannon({
      url,
      connections,
      duration,
      requests: [
        {
          setupRequest: (request) => {
            const { method, path, body } = next();
            if (body === undefined) return { ...request, method, path, headers };
            const json = { 'content-type': 'application/json', ...headers };
            return { ...request, method, path, headers: json, body: JSON.stringify(body) };
          },
        },
      ],
    });
  await run(excludedSeconds);
  await settle();
  const before = [cpuMs(processIds), cpuMs([databaseId])] as const;
  const startedAt = performance.now();
  const { requests, latency, non2xx, errors } = await run(seconds);
  await settle();
  const elapsedSeconds = (performance.now() - startedAt) / 1_000;
  const perResponse = (used: number): number => used / Math.max(1, requests.total);
  return {
    name,
    connections,
    perSecond: Math.round(requests.average),
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    cpuMs: perResponse(cpuMs(processIds) - before[0] - idle.cpuMs * elapsedSeconds),
    databaseCpuMs: perResponse(cpuMs([databaseId]) - before[1] - idle.databaseCpuMs * elapsedSeconds),
    rejected: non2xx + errors,
  };
};

const warmUpConnections = 8;

/** Runs each scenario before measuring, so that its code is compiled as in a service that has run for a day. */
export const warmUp = async (scenarios: readonly Scenario[], seconds: number): Promise<void> => {
  if (seconds > 0) for (const scenario of scenarios) await measure(scenario, warmUpConnections, seconds);
};
