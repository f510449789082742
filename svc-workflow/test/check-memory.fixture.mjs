// Stands for a check that keeps more than it may: 200 MB, in a thread whose heap has 96 MB.
import { parentPort } from 'node:worker_threads';

const megabyte = 131_072;

parentPort.on('message', () => {
  parentPort.postMessage({ type: 'started' });
  const kept = [];
  while (kept.length < 200) kept.push(Array.from({ length: megabyte }, (_, index) => index + 0.5));
  parentPort.postMessage({
    type: 'rule',
    code: 'NO_ACTIVE_START',
    findings: [],
    isComplete: kept.length > 0,
  });
  parentPort.postMessage({ type: 'done' });
});
