import { Worker } from 'node:worker_threads';
import type { Logger } from '@obieg/service-kit';
import type { CheckInput, WorkerMessage } from './check-messages';
import { type CheckResult, checkBudgetMs, collectRules, notRun, type RunCheck } from './check-runner';

/** Two, so that the checks of one organization leave a thread to the others. */
const threadsMax = 2;
/** Waiting checks of one organization. Its further ones are not run. */
const waitingPerOrganizationMax = 3;
/** A check that gets no thread in this time is not run. */
const waitMaxMs = 2_000;
/** The budget ends almost every check. A rule that does not look at the time is ended with its thread. */
const deadlineMs = 2_000;
/** Time for a thread to load its code on a busy machine. */
const startMaxMs = 10_000;
/** An endless check must not take the memory of the process. */
const heapMaxMb = 96;

interface Job {
  organizationId: number;
  input: CheckInput;
  finish(result: CheckResult): void;
  waitTimer: NodeJS.Timeout;
}

interface Thread {
  worker: Worker;
  organizationId: number | undefined;
}

/** Runs one check in a thread. Resolves with the results so far if the thread ends or the time is over. */
const runIn = (worker: Worker, input: CheckInput): Promise<{ result: CheckResult; isUsable: boolean }> =>
  new Promise((resolve) => {
    const rules = collectRules();
    let timer: NodeJS.Timeout | undefined;
    const end = (isUsable: boolean): void => {
      clearTimeout(timer);
      worker.off('message', receive).off('exit', fail);
      resolve({ result: rules.toResult(), isUsable });
    };
    const fail = (): void => end(false);
    const failAfter = (timeMs: number): void => {
      clearTimeout(timer);
      timer = setTimeout(fail, timeMs);
    };
    const receive = (message: WorkerMessage): void => {
      if (message.type === 'started') failAfter(deadlineMs);
      else if (message.type === 'rule') rules.add(message.code, message);
      else end(true);
    };
    worker.on('message', receive).on('exit', fail);
    failAfter(startMaxMs);
    worker.postMessage({ ...input, budgetMs: checkBudgetMs });
  });

/**
 * Runs checks in threads, so that a check of any length leaves the event loop to the other organizations. Each
 * organization has one thread at a time, and a short queue.
 */
export const createCheckThreads = (workerFile: URL, log: Logger) => {
  const threads: Thread[] = [];
  const waiting: Job[] = [];

  const removeThread = (thread: Thread): void => {
    const index = threads.indexOf(thread);
    if (index >= 0) threads.splice(index, 1);
  };

  const takeThread = (): Thread | undefined => {
    const free = threads.find(({ organizationId }) => organizationId === undefined);
    if (free || threads.length >= threadsMax) return free;
    const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: heapMaxMb } });
    worker.unref();
    const thread: Thread = { worker, organizationId: undefined };
    threads.push(thread);
    worker.on('error', (error) => log.error({ err: error }, 'a thread of the workflow check failed'));
    worker.on('exit', () => removeThread(thread));
    return thread;
  };

  const startNext = (): void => {
    const busy = new Set(threads.map(({ organizationId }) => organizationId));
    const index = waiting.findIndex(({ organizationId }) => !busy.has(organizationId));
    const thread = index < 0 ? undefined : takeThread();
    if (!thread) return;
    const [job] = waiting.splice(index, 1);
    if (!job) return;
    clearTimeout(job.waitTimer);
    thread.organizationId = job.organizationId;
    void runIn(thread.worker, job.input).then(({ result, isUsable }) => {
      thread.organizationId = undefined;
      if (!isUsable) {
        removeThread(thread);
        void thread.worker.terminate();
      }
      job.finish(result);
      startNext();
    });
  };

  const run: RunCheck = (organizationId, input) => {
    const own = waiting.filter((job) => job.organizationId === organizationId);
    if (own.length >= waitingPerOrganizationMax) return Promise.resolve(notRun);
    return new Promise((resolve) => {
      const job: Job = {
        organizationId,
        input,
        finish: resolve,
        waitTimer: setTimeout(() => {
          waiting.splice(waiting.indexOf(job), 1);
          resolve(notRun);
        }, waitMaxMs),
      };
      waiting.push(job);
      startNext();
    });
  };
  return {
    run,
    stop: async (): Promise<void> => {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
};
