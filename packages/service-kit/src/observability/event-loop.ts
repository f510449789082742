import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Logger } from 'pino';

/** Longer turns delay the requests of all organizations noticeably. */
const blockedMs = 200;
/**
 * Precision of the watch: it misses no long turn, and can log one that is shorter by this. 20 ms would take three times
 * as much processor time.
 */
const intervalMs = 50;
/** A blocked process writes a line at most this often. */
const defaultLogIntervalMs = 10_000;
const requestsMax = 20;

interface TrackedRequest {
  method: string;
  requestId: string;
  /** Pattern of the route, because a path can contain a secret. Known once the request is routed. */
  readRoute(): string;
}
type RunningRequest = TrackedRequest & { startedAt: number };

/** Facts about this process, so they are not passed through every application. */
const running = new Set<RunningRequest>();
/** Requests that ended in the current turn. */
let ended: RunningRequest[] = [];
let isWatching = false;
let blockedTurns = 0;

/** Turns of the event loop that took too long since the process started. */
export const countBlockedTurns = (): number => blockedTurns;

/** Tracks a request until its response is closed, so that the log of a long turn can name it. */
export const trackRequest = (response: ServerResponse, request: TrackedRequest): void => {
  const tracked: RunningRequest = { ...request, startedAt: performance.now() };
  running.add(tracked);
  response.once('close', () => {
    running.delete(tracked);
    if (isWatching) ended.push(tracked);
  });
};

const processorMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

/** Requests that could have blocked the turn, the likeliest first: those that ended in it, then the newest. */
const describeRequests = (now: number) => {
  const others = [...running].sort((one, other) => other.startedAt - one.startedAt);
  return [...ended, ...others].slice(0, requestsMax).map(({ method, requestId, readRoute, startedAt }) => ({
    method,
    route: readRoute(),
    requestId,
    ms: Math.round(now - startedAt),
  }));
};

/**
 * Logs each turn of the event loop that takes longer than 200 ms, with the requests that were active in it. If
 * `processorMs` is much less than `ms`, the machine was busy, not the process. @returns a function that ends the watch
 */
export const watchEventLoop = (log: Logger, logIntervalMs = defaultLogIntervalMs): (() => void) => {
  let checkedAt = performance.now();
  let usage = process.cpuUsage();
  let loggedAt = Number.NEGATIVE_INFINITY;
  let loggedTurns = blockedTurns;

  const report = (now: number, ms: number): void => {
    blockedTurns += 1;
    if (now - loggedAt < logIntervalMs) return;
    log.warn(
      {
        ms: Math.round(ms),
        processorMs: Math.round(processorMs(process.cpuUsage(usage))),
        /** Including the turns that were not logged. */
        turns: blockedTurns - loggedTurns,
        activeRequests: running.size + ended.length,
        requests: describeRequests(now),
      },
      'the event loop was blocked',
    );
    loggedAt = now;
    loggedTurns = blockedTurns;
  };

  const check = (): void => {
    const now = performance.now();
    const ms = now - checkedAt;
    if (ms > blockedMs) report(now, ms);
    ended = [];
    checkedAt = now;
    usage = process.cpuUsage();
  };
  isWatching = true;
  const timer = setInterval(check, intervalMs).unref();
  return () => {
    clearInterval(timer);
    isWatching = false;
  };
};
