import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildService } from '@obieg/build-config/esbuild';

const entry = fileURLToPath(new URL('../src/check/check.worker.ts', import.meta.url));

const build = async (): Promise<URL> => {
  const file = join(await mkdtemp(join(tmpdir(), 'obieg-check-')), 'check.worker.mjs');
  await buildService(entry, file);
  return pathToFileURL(file);
};

let built: Promise<URL> | undefined;

/** Builds the thread of the check from its source, once for all test files of a process. */
export const buildCheckWorker = (): Promise<URL> => {
  built ??= build();
  return built;
};
