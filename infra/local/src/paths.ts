import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** This file may be a source or part of a bundle somewhere in the repository: the root is where turbo.json is. */
const findRoot = (folder: string): string => {
  if (existsSync(join(folder, 'turbo.json')) || folder === dirname(folder)) return folder;
  return findRoot(dirname(folder));
};

export const repositoryRoot = findRoot(dirname(fileURLToPath(import.meta.url)));
