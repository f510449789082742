import { parentPort } from 'node:worker_threads';
import { checkWorkflowWithin } from '@obieg/workflow-rules';
import type { CheckInput, WorkerMessage } from './check-messages';

/** Thread that checks workflows. It reports each rule, so that a check that is ended has its results so far. */
parentPort?.on(
  'message',
  ({ configuration, groups, scenarios, budgetMs }: CheckInput & { budgetMs: number }) => {
    const send = (message: WorkerMessage): void => parentPort?.postMessage(message);
    send({ type: 'started' });
    checkWorkflowWithin(
      { budgetMs, onRule: (code, found) => send({ type: 'rule', code, ...found }) },
      configuration,
      groups,
      scenarios,
    );
    send({ type: 'done' });
  },
);
