import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Finds the repository root by its turbo.json. This code can also run from a bundle. */
const findRoot = (folder: string): string => {
  if (existsSync(join(folder, 'turbo.json')) || folder === dirname(folder)) return folder;
  return findRoot(dirname(folder));
};

export const repositoryRoot = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Folder of all persistent data of `npm start` and `npm run dev`. */
export const dataFolder = (): string =>
  resolve(process.env['OBIEG_DATA_DIR'] ?? join(repositoryRoot, '.data'));
