import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Lists tracked and new sources below a folder of a Git checkout. */
export const listSources = (folder) =>
  execFileSync(
    'git',
    [
      'ls-files',
      '--cached',
      '--others',
      '--exclude-standard',
      ...['ts', 'tsx', 'mts', 'mjs', 'js', 'cjs'].map((ending) => `*.${ending}`),
    ],
    { cwd: folder, encoding: 'utf8' },
  )
    .split('\n')
    // Git lists a deleted file until the deletion is staged.
    .filter((file) => file !== '' && existsSync(join(folder, file)));
