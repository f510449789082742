import { performance } from 'node:perf_hooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createLog, createMetrics, createServiceApp, defineRoute } from '../src/index';
import { watchEventLoop } from '../src/observability/event-loop';
import { pollUntil, startTestService, type TestService } from '../src/testing/index';

const common = { method: 'GET', access: 'anyone', site: 'any', responses: { 204: null } } as const;
const blockedMs = 400;

let arrive: () => void;
const arrived = new Promise<void>((resolve) => {
  arrive = resolve;
});
let finishWaiting: () => void;
let service: TestService;
beforeAll(async () => {
  const waiting = new Promise<void>((resolve) => {
    finishWaiting = resolve;
  });
  const params = z.object({ key: z.string() });
  service = await startTestService(
    createServiceApp({
      name: 'blocked',
      log: createLog('blocked', 'silent'),
      metrics: createMetrics('blocked'),
      healthChecks: [],
      authenticate: async () => undefined,
      findPermissions: async () => undefined,
      routes: [
        defineRoute({
          ...common,
          path: '/api/blocking/:key',
          operationId: 'block',
          summary: 'Keeps the event loop busy',
          params,
          handler: async () => {
            const end = performance.now() + blockedMs;
            while (performance.now() < end);
            return { status: 204 };
          },
        }),
        defineRoute({
          ...common,
          path: '/api/waiting/:key',
          operationId: 'wait',
          summary: 'Waits',
          params,
          handler: async () => {
            arrive();
            await waiting;
            return { status: 204 };
          },
        }),
      ],
    }),
  );
});
afterAll(() => service.close());

let lines: string[];
let stop: () => void;
const watch = (logIntervalMs?: number): void => {
  const log = createLog('blocked', 'warn', { write: (line) => lines.push(line) });
  stop = watchEventLoop(log, logIntervalMs);
};
beforeEach(() => {
  lines = [];
});
afterEach(() => stop());

const block = async (requestId: string) => {
  const { status } = await service.request('GET', '/api/blocking/secret-key', {
    headers: { 'x-request-id': requestId },
  });
  expect(status).toBe(204);
};
const readMetric = async (name: string): Promise<number> => {
  const { text } = await service.request('GET', '/metrics');
  return Number(new RegExp(`^${name}\\{service="blocked"\\} (.+)$`, 'm').exec(text)?.[1]);
};

describe('a turn of the event loop that takes longer than 200 ms', () => {
  it('is logged with the routes of its requests, the likeliest first, without their paths', async () => {
    watch(0);
    const waiting = service.request('GET', '/api/waiting/other-key');
    await arrived;
    await block('request-that-blocks');
    const findLine = async () => lines.find((line) => line.includes('request-that-blocks'));
    const line = await pollUntil(findLine, { describe: 'the turn is logged' });
    expect(JSON.parse(line)).toMatchObject({
      level: 40,
      msg: 'the event loop was blocked',
      activeRequests: 2,
      requests: [
        { method: 'GET', route: '/api/blocking/:key', requestId: 'request-that-blocks' },
        { method: 'GET', route: '/api/waiting/:key' },
      ],
    });
    const { ms, processorMs, requests } = JSON.parse(line);
    expect(ms).toBeGreaterThan(200);
    expect(processorMs).toBeGreaterThan(0);
    expect(requests[0].ms).toBeGreaterThanOrEqual(blockedMs);
    expect(line).not.toContain('-key');
    finishWaiting();
    await waiting;
  });

  it('is counted, and is the maximum delay since the last scrape', async () => {
    watch();
    const before = await readMetric('obieg_event_loop_blocked_total');
    // A scrape restarts the measurement, which misses a turn that begins within the next 10 ms.
    const isMeasured = async () => {
      await block('counted-request');
      return (await readMetric('nodejs_eventloop_lag_max_seconds')) > 0.2 || undefined;
    };
    await pollUntil(isMeasured, { describe: 'the delay is measured' });
    const isCounted = async () => (await readMetric('obieg_event_loop_blocked_total')) > before || undefined;
    await pollUntil(isCounted, { describe: 'the turn is counted' });
    for (const quantile of ['p50', 'p99'])
      expect(await readMetric(`nodejs_eventloop_lag_${quantile}_seconds`)).toBeGreaterThanOrEqual(0);
  });

  it('is logged at most once in ten seconds', async () => {
    watch();
    const before = await readMetric('obieg_event_loop_blocked_total');
    for (let turn = 0; turn < 3; turn += 1) await block(`repeated-request-${turn}`);
    const areCounted = async () =>
      (await readMetric('obieg_event_loop_blocked_total')) >= before + 3 || undefined;
    await pollUntil(areCounted, { describe: 'the turns are counted' });
    expect(lines).toHaveLength(1);
  });
});
