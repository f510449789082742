// Stands for a check that keeps 200 MB, in a thread whose heap has 96 MB. It does not report its start, because the
// deadline of a started check could end it first.
import { parentPort } from 'node:worker_threads';

const numbersPerMegabyte = 131_072;

parentPort.on('message', () => {
  const kept = [];
  while (kept.length < 200) kept.push(new Array(numbersPerMegabyte).fill(0.5));
  parentPort.postMessage({
    type: 'rule',
    code: 'NO_ACTIVE_START',
    findings: [],
    isComplete: kept.length > 0,
  });
  parentPort.postMessage({ type: 'done' });
});
