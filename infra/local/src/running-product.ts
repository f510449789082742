import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findLockHolder } from './launch-lock';
import type { Obieg } from './obieg';

interface Announcement {
  pid: number;
  baseDomain: string;
  gatewayPort: number;
}
export type RunningProduct = Omit<Announcement, 'pid'>;

const pollMs = 100;

const fileIn = (dataDir: string): string => join(dataDir, 'product.json');

/** Tells other programs of this checkout where the product runs. Call it when the product is ready. */
export const announceProduct = (
  dataDir: string,
  { baseDomain, ports }: Pick<Obieg, 'baseDomain' | 'ports'>,
): void => {
  const announcement: Announcement = { pid: process.pid, baseDomain, gatewayPort: ports.gateway };
  writeFileSync(fileIn(dataDir), JSON.stringify(announcement), { mode: 0o600 });
};

/** Ignores the announcement of a launcher that no longer runs. */
const readAnnouncement = (dataDir: string, pid: number): Announcement | undefined => {
  if (!existsSync(fileIn(dataDir))) return undefined;
  try {
    const announcement = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Announcement;
    return announcement.pid === pid ? announcement : undefined;
  } catch {
    // The launcher is writing the file.
    return undefined;
  }
};

/** Returns the product that runs with a data folder. Waits for one that is starting. */
export const findRunningProduct = async (
  dataDir: string,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<RunningProduct | undefined> => {
  for (let isWaiting = false; ; isWaiting = true) {
    const holder = await findLockHolder(dataDir);
    if (holder === undefined || signal.aborted) return undefined;
    const running = readAnnouncement(dataDir, holder);
    if (running) return running;
    if (!isWaiting) log(`Obieg is starting in process ${holder}; waiting for it`);
    await sleep(pollMs);
  }
};
