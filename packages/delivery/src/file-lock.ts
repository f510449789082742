import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './is-alive';

/** A holder needs milliseconds. Only a process that ended, or a frozen one on another host, keeps a lock longer. */
const staleAfterMs = 30_000;
const retryMs = 20;

const readOrUndefined = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch(() => undefined);

/** Whether the process that wrote the lock is gone, or holds it for too long. */
const isStale = async (lock: string, content: string): Promise<boolean> => {
  const [host, pid] = content.split(' ');
  if (host === hostname() && !isAlive(Number(pid))) return true;
  const stats = await stat(lock).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > staleAfterMs;
};

/** Removes a stale lock. Puts it back if another process has replaced it meanwhile. */
const breakLock = async (lock: string, content: string): Promise<void> => {
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
  } catch {
    return;
  }
  if ((await readOrUndefined(aside)) !== content) await link(aside, lock).catch(() => undefined);
  await rm(aside, { force: true });
};

/** Takes the lock with a hard link, which appears with its content or not at all. */
const takeLock = async (lock: string, content: string): Promise<boolean> => {
  const own = `${lock}.${randomUUID()}`;
  await writeFile(own, content);
  try {
    await link(own, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
};

/**
 * Runs `work` while no other process or caller holds the lock file. A lock of a killed process is broken.
 *
 * @param work receives a function that tells whether the lock is still held; ask it before the change becomes visible
 */
export const withFileLock = async <T>(
  lock: string,
  work: (isHeld: () => Promise<boolean>) => Promise<T>,
): Promise<T> => {
  const content = `${hostname()} ${process.pid} ${randomUUID()}`;
  while (!(await takeLock(lock, content))) {
    const holder = await readOrUndefined(lock);
    if (holder !== undefined && (await isStale(lock, holder))) await breakLock(lock, holder);
    else await sleep(retryMs);
  }
  const isHeld = async (): Promise<boolean> => (await readOrUndefined(lock)) === content;
  try {
    return await work(isHeld);
  } finally {
    if (await isHeld()) await rm(lock, { force: true });
  }
};
