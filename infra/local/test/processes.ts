import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { isAlive as isProcessAlive } from '@obieg/delivery';

/** Whether a process runs. A zombie does not count. */
export const isAlive = (pid: number): boolean => {
  if (!isProcessAlive(pid)) return false;
  const status = `/proc/${pid}/stat`;
  return !(existsSync(status) && / Z /.test(readFileSync(status, 'utf8').split(')').at(-1) ?? ''));
};

/** Polls until the condition is met. @throws with the description after the deadline */
export const until = async (
  describe: string,
  isMet: () => boolean | Promise<boolean>,
  deadlineMs = 30_000,
): Promise<void> => {
  const end = Date.now() + deadlineMs;
  while (!(await isMet())) {
    if (Date.now() > end) throw new Error(`Timed out after ${deadlineMs} ms: ${describe}`);
    await setTimeout(25);
  }
};
