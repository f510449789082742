import { Worker } from 'node:worker_threads';
import { findingCodes } from '@obieg/contracts';
import { createLog } from '@obieg/service-kit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CheckInput } from '../src/check/check-messages';
import { runCheckHere } from '../src/check/check-runner';
import { createCheckThreads } from '../src/check/check-threads';
import { buildCheckWorker } from './check-worker';
import { manyStarts } from './expensive-workflows';

const endlessWorker = new URL('./check-endless.fixture.mjs', import.meta.url);
const greedyWorker = new URL('./check-memory.fixture.mjs', import.meta.url);
let threads: ReturnType<typeof createCheckThreads> | undefined;
afterEach(() => {
  vi.useRealTimers();
  return threads?.stop();
});

const start = (workerFile: URL) => {
  threads = createCheckThreads(workerFile, createLog('test', 'silent'));
  return threads.run;
};

const inputOf = (organizationId: number): CheckInput => ({
  configuration: { organizationId, parameters: [], statuses: [], transitions: [] },
  groups: [],
  scenarios: [],
});
const othersThan = (code: string) => findingCodes.filter((one) => one !== code);

describe('the threads of the check', () => {
  it('find what a check in the calling thread finds', async () => {
    const run = start(await buildCheckWorker());
    const result = await run(2, inputOf(2));
    expect(result.findings).not.toEqual([]);
    expect(result).toEqual(await runCheckHere(2, inputOf(2)));
  });

  it('leave the event loop to other work during a check', async () => {
    const run = start(await buildCheckWorker());
    const input = { ...inputOf(2), configuration: manyStarts(2, 600) };
    let turns = 0;
    let isRunning = true;
    const check = run(2, input).then(() => {
      isRunning = false;
    });
    while (isRunning) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    await check;
    // A check in the calling thread leaves none.
    expect(turns).toBeGreaterThan(50);
  });

  it('end an endless check after its deadline: what it did not report is unchecked', async () => {
    const run = start(endlessWorker);
    expect(await run(1, inputOf(1))).toEqual({
      findings: [],
      isComplete: false,
      unchecked: othersThan('NO_ACTIVE_START'),
      hasRun: true,
    });
    expect((await run(3, inputOf(3))).hasRun).toBe(true);
  });

  it('end with an endless check, so that it takes no further processor time', async () => {
    const terminate = vi.spyOn(Worker.prototype, 'terminate');
    const run = start(endlessWorker);
    await run(3, inputOf(3));
    expect(terminate).not.toHaveBeenCalled();
    await run(1, inputOf(1));
    expect(terminate).toHaveBeenCalledOnce();
  });

  it('end a check that takes too much memory, and check the next workflow', async () => {
    const run = start(greedyWorker);
    for (const organizationId of [1, 2])
      expect(await run(organizationId, inputOf(organizationId))).toEqual({
        findings: [],
        isComplete: false,
        unchecked: [...findingCodes],
        hasRun: true,
      });
  });

  it('check other organizations while one has endless checks, and run no more than its queue has', async () => {
    const run = start(endlessWorker);
    const finished: string[] = [];
    const note = (name: string, organizationId: number) =>
      run(organizationId, inputOf(organizationId)).then((result) => {
        finished.push(name);
        return result;
      });
    const endless = note('running', 1);
    const waiting = [1, 2, 3].map((number) => note(`waiting ${number}`, 1));
    const refused = await note('refused', 1);
    expect(refused).toEqual({ findings: [], isComplete: false, unchecked: [...findingCodes], hasRun: false });
    await note('other', 2);
    expect(finished).toEqual(['refused', 'other']);
    expect((await endless).hasRun).toBe(true);
    await Promise.all(waiting);
  });

  it('do not run a check that gets no thread within two seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const run = start(endlessWorker);
    void run(1, inputOf(1));
    const waiting = run(1, inputOf(1));
    vi.advanceTimersByTime(2_000);
    expect(await waiting).toEqual({
      findings: [],
      isComplete: false,
      unchecked: [...findingCodes],
      hasRun: false,
    });
  });
});
