import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
/** Generated or private folders. */
const excluded = new Set(
  'node_modules dist .git .data .turbo .cache coverage test-results playwright-report'.split(' '),
);

/** Links packages to those of the repository, and workspaces to those of the copy. */
const linkPackages = (folder: string): void => {
  const installed = join(repository, 'node_modules');
  mkdirSync(join(folder, 'node_modules/@obieg'), { recursive: true });
  for (const name of readdirSync(installed).filter(
    (entry) => entry !== '@obieg' && !/^\.(?!bin$)/.test(entry),
  ))
    symlinkSync(join(installed, name), join(folder, 'node_modules', name));
  for (const name of readdirSync(join(installed, '@obieg')))
    symlinkSync(readlinkSync(join(installed, '@obieg', name)), join(folder, 'node_modules/@obieg', name));
};

/** Hides the outer Vitest from the inner one and disables colours. */
const plainEnvironment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$|NODE_ENV$|FORCE_COLOR$)/.test(name)),
  ),
  NO_COLOR: '1',
};

/** Copies the repository to a temporary folder. */
export const copyRepository = () => {
  const folder = mkdtempSync(join(tmpdir(), 'obieg-new-'));
  cpSync(repository, folder, { recursive: true, filter: (path) => !excluded.has(basename(path)) });
  linkPackages(folder);
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  /** Runs a program in the copy. @returns exit code and output */
  const run = (command: string, ...args: string[]): Promise<{ code: number | null; output: string }> =>
    new Promise((resolve, reject) => {
      const child = spawn(command, args, { cwd: folder, env: plainEnvironment });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
        });
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, output }));
    });
  return {
    folder,
    read,
    run,
    runTool: (name: string, ...args: string[]) => run(join(folder, 'node_modules/.bin', name), ...args),
    runNew: (...args: string[]) => run(process.execPath, 'infra/new/new.mjs', ...args),
    /** Content of every file, by path. */
    contents: (): Map<string, string> =>
      new Map(
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .map((path) => [path, readFileSync(path, 'latin1')]),
      ),
    remove: (): void => rmSync(folder, { recursive: true, force: true }),
  };
};
export type RepositoryCopy = ReturnType<typeof copyRepository>;
