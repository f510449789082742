import autocannon from 'autocannon';
import { cpuMs } from './resources';

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as the file of a form. */
  file?: { name: string; content: string };
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

const boundary = 'obieg-bench-boundary';

/** @returns header and body */
const encodeBody = ({ body, file }: Request): { type: string; text: string } | undefined => {
  if (file) {
    const disposition = `Content-Disposition: form-data; name="file"; filename="${file.name}"`;
    return {
      type: `multipart/form-data; boundary=${boundary}`,
      text: `--${boundary}\r\n${disposition}\r\nContent-Type: text/plain\r\n\r\n${file.content}\r\n--${boundary}--\r\n`,
    };
  }
  return body === undefined ? undefined : { type: 'application/json', text: JSON.stringify(body) };
};

/** Seconds, or a number of requests. A number fits slow requests: at the end of the time, unfinished ones have no result. */
type Extent = { duration: number } | { amount: number };

/** Sends requests. */
export const sendRequests = (
  { target: { url, headers }, next }: Pick<Scenario, 'target' | 'next'>,
  connections: number,
  extent: Extent,
) =>
  autocannon({
    url,
    connections,
    ...extent,
    requests: [
      {
        setupRequest: (request) => {
          const sent = next();
          const { method, path } = sent;
          const encoded = encodeBody(sent);
          if (!encoded) return { ...request, method, path, headers };
          const typed = { 'content-type': encoded.type, ...headers };
          return { ...request, method, path, headers: typed, body: encoded.text };
        },
      },
    ],
  });

/**
 * Runs one scenario once.
 *
 * @param extent seconds, or what to send
 */
export const measure = async (
  scenario: Scenario,
  connections: number,
  extent: number | Extent,
  { settle, idle }: Background = notRegarded,
): Promise<Measured> => {
  const { processIds, databaseId } = scenario.target;
  const measured = typeof extent === 'number' ? { duration: extent } : extent;
  await sendRequests(scenario, connections, 'amount' in measured ? measured : { duration: excludedSeconds });
  await settle();
  const before = [cpuMs(processIds), cpuMs([databaseId])] as const;
  const startedAt = performance.now();
  const { requests, latency, non2xx, errors } = await sendRequests(scenario, connections, measured);
  await settle();
  const elapsedSeconds = (performance.now() - startedAt) / 1_000;
  const perResponse = (used: number): number => used / Math.max(1, requests.total);
  return {
    name: scenario.name,
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
