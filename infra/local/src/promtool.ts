import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cachedProgram, fetchDebianProgram, listInstalled } from './debian-package';

const isUsable = (program: string): boolean =>
  existsSync(program) && spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/**
 * Finds `promtool`, which evaluates the rules of Prometheus, or downloads it into the cache. No npm package evaluates
 * them. @throws with the reason if it is missing
 */
export const ensurePromtool = async (): Promise<string> => {
  const cached = cachedProgram('promtool');
  const present = [cached, ...listInstalled('promtool')].find(isUsable);
  if (present !== undefined) return present;
  try {
    return await fetchDebianProgram('prometheus', 'usr/bin/promtool', cached);
  } catch (error) {
    throw new Error(
      `promtool is missing. Install Prometheus, or put promtool on the PATH: ${(error as Error).message}`,
    );
  }
};
