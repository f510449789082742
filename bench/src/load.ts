import autocannon from 'autocannon';
import { cpuMs } from './resources';

interface Request {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
}

/** Where to send requests, and whose processor time they cost. */
export interface Target {
  url: string;
  headers: Record<string, string>;
  processIds: readonly number[];
  /** PostgreSQL's process. */
  databaseId: number;
}

export interface Scenario {
  name: string;
  target: Target;
  /** The next request: always the same one, or each time another. */
  next(): Request;
}

export interface Measured {
  name: string;
  connections: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of the target's processes for one answer. */
  cpuMs: number;
  /** The same of PostgreSQL. */
  databaseCpuMs: number;
  /** Answers other than 2xx, and none at all; anything but 0 makes the row worthless. */
  refused: number;
}

/** Begins each measurement, finds cold caches and does not count. */
const firstSeconds = 1;

/** Runs one scenario once. */
export const measure = async (
  { name, target: { url, headers, processIds, databaseId }, next }: Scenario,
  connections: number,
  seconds: number,
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
  await run(firstSeconds);
  const before = [cpuMs(processIds), cpuMs([databaseId])] as const;
  const { requests, latency, non2xx, errors } = await run(seconds);
  const perAnswer = (used: number): number => used / Math.max(1, requests.total);
  return {
    name,
    connections,
    perSecond: Math.round(requests.average),
    p50Ms: latency.p50,
    p99Ms: latency.p99,
    cpuMs: perAnswer(cpuMs(processIds) - before[0]),
    databaseCpuMs: perAnswer(cpuMs([databaseId]) - before[1]),
    refused: non2xx + errors,
  };
};

const warmUpConnections = 8;

/**
 * Runs each scenario for a while: code that has run a few hundred times is not compiled yet, and a service of a day has
 * run all of it a thousand times.
 */
export const warmUp = async (scenarios: readonly Scenario[], seconds: number): Promise<void> => {
  if (seconds > 0) for (const scenario of scenarios) await measure(scenario, warmUpConnections, seconds);
};
