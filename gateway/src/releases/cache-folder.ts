import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@obieg/delivery';

/** Names a process, so that a later one on the same host recognizes what a killed process left. */
const prefixOf = (pid: number): string => `obieg-static-${hostname()}-${pid}-`;
const folderPattern = new RegExp(`^obieg-static-${hostname().replace(/\W/g, '\\$&')}-(\\d+)-\\w{6}$`);

const removeAbandoned = async (parent: string): Promise<void> => {
  for (const name of await readdir(parent)) {
    const pid = Number(folderPattern.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    // Another user's folder stays.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
};

/**
 * Creates a private folder of this process below `parent`. No other process can have prepared its content, so
 * everything in it was verified by this one. Removes folders that killed processes left.
 */
export const createCacheFolder = async (parent: string): Promise<string> => {
  await mkdir(parent, { recursive: true });
  await removeAbandoned(parent);
  return mkdtemp(join(parent, prefixOf(process.pid)));
};
