import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '@obieg/delivery';
import { findLockHolder } from './launch-lock';
import type { Obieg } from './obieg';
import type { ObiegPorts } from './obieg-parts';

interface Announcement {
  pid: number;
  baseDomain: string;
  gatewayPort: number;
  /** Ports of the bundled servers, for `npm run service`. */
  postgresPort: number;
  natsPort: number;
}
export type RunningProduct = Omit<Announcement, 'pid'>;

const pollMs = 100;

const fileIn = (dataDir: string): string => join(dataDir, 'product.json');

/** Tells other programs of this checkout where the product runs. Call it when the product is ready. */
export const announceProduct = (
  dataDir: string,
  { baseDomain, ports }: Pick<Obieg, 'baseDomain' | 'ports'>,
): void => {
  const announcement: Announcement = {
    pid: process.pid,
    baseDomain,
    gatewayPort: ports.gateway,
    postgresPort: ports.postgres,
    natsPort: ports.nats,
  };
  writeFileSync(fileIn(dataDir), JSON.stringify(announcement), { mode: 0o600 });
};

const readAnnouncement = (dataDir: string): Partial<Announcement> => {
  if (!existsSync(fileIn(dataDir))) return {};
  try {
    return (JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Announcement | null) ?? {};
  } catch {
    // The launcher is writing the file, or a full disk cut it.
    return {};
  }
};

/**
 * The gateway's port of the last start with this data folder, because its bookmarks, sessions and links in mails contain
 * it.
 */
export const preferredPorts = (dataDir: string): Partial<ObiegPorts> => {
  const { gatewayPort } = readAnnouncement(dataDir);
  return Number.isInteger(gatewayPort) ? { gateway: gatewayPort as number } : {};
};

/**
 * Returns the product that was announced last, if its launcher still runs. Asks no server, so that a busy machine does
 * not change the answer.
 *
 * @throws a message for the user if none runs
 */
export const getAnnouncedProduct = (dataDir: string): RunningProduct => {
  const { pid, ...running } = readAnnouncement(dataDir);
  if (pid === undefined || !isAlive(pid))
    throw new Error('No product runs in this checkout. Start it with npm start, then reload this page.');
  return running as RunningProduct;
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
    // An earlier announcement is of a launcher that no longer runs.
    const { pid, ...running } = readAnnouncement(dataDir);
    if (pid === holder) return running as RunningProduct;
    if (!isWaiting) log(`Obieg is starting in process ${holder}; waiting for it`);
    await sleep(pollMs);
  }
};
