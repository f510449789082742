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
/** What is made from the rest, or is nobody's to read. */
const leftOut = new Set(
  'node_modules dist .git .data .turbo .cache coverage test-results playwright-report'.split(' '),
);

/** Packages are those of the repository; the workspaces among them are the copy's own. */
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

/** A Vitest within Vitest is not to take itself for one of its workers; what is read by tests has no colours. */
const plainEnvironment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$|NODE_ENV$|FORCE_COLOR$)/.test(name)),
  ),
  NO_COLOR: '1',
};

/** A copy of the whole repository to make things in. */
export const copyRepository = () => {
  const folder = mkdtempSync(join(tmpdir(), 'obieg-new-'));
  cpSync(repository, folder, { recursive: true, filter: (path) => !leftOut.has(basename(path)) });
  linkPackages(folder);
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  /** Runs a program in the copy; answers its exit code and all that it wrote. */
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
    /** Every file with its content. */
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
