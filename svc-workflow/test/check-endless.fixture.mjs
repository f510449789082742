// Stands for a check that does not look at the time: it never ends for organization 1.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ configuration }) => {
  parentPort.postMessage({ type: 'started' });
  parentPort.postMessage({ type: 'rule', code: 'NO_ACTIVE_START', findings: [], isComplete: true });
  for (;;) if (configuration.organizationId !== 1) break;
  parentPort.postMessage({ type: 'done' });
});
