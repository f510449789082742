import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programFile, services } from './obieg-parts';
import { repositoryRoot } from './paths';

const run = promisify(execFile);

const releaseFile = join(repositoryRoot, 'infra/local/last-release.json');

interface LastRelease {
  commit: string;
  /** Name of its last migration in the order of names. Later ones must keep it running. */
  newestMigration: string;
}

/** The last release, which runs beside this version during a rolling update. */
export const readLastRelease = (): LastRelease => {
  const release = JSON.parse(readFileSync(releaseFile, 'utf8')) as Partial<LastRelease>;
  const { commit = '', newestMigration = '' } = release;
  if (!/^[0-9a-f]{40}$/.test(commit) || !/^\d{14}_\w+$/.test(newestMigration))
    throw new Error(`${releaseFile} needs a commit and its newest migration.`);
  return { commit, newestMigration };
};

const isInHistory = async (commit: string): Promise<boolean> => {
  try {
    await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: repositoryRoot });
    return true;
  } catch {
    return false;
  }
};

/** Unpacks the sources of a commit, without touching the working tree. */
const unpack = async (commit: string, folder: string): Promise<void> => {
  const archive = join(folder, 'sources.tar');
  await run('git', ['archive', `--output=${archive}`, commit], { cwd: repositoryRoot });
  await run('tar', ['-xf', archive, '-C', folder]);
  rmSync(archive);
};

/** Links the installed packages, and the workspaces of the folder instead of this repository's. */
const linkPackages = (folder: string): void => {
  const installed = join(repositoryRoot, 'node_modules');
  const target = join(folder, 'node_modules');
  mkdirSync(join(target, '@obieg'), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== '@obieg') symlinkSync(join(installed, name), join(target, name));
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join('../../packages', name), join(target, '@obieg', name));
};

/**
 * Builds the services and the gateway of a commit from the history of this clone, offline. Packages come from this
 * repository's `node_modules`. Reuses an earlier build. A shallow clone lacks the commit; this version then takes its
 * place, so that at least the exchange of running processes is tested. @returns the folder of the programs
 */
export const buildRelease = async (commit: string): Promise<string> => {
  // In this clone, because the links point to its packages.
  const cache = join(repositoryRoot, '.cache', 'releases');
  const folder = join(cache, commit);
  if (existsSync(folder)) return folder;
  if (!(await isInHistory(commit))) {
    process.stdout.write(
      `The history lacks the last release ${commit}; using this version in its place. ` +
        `Fetch it with "git fetch --unshallow" to test the update itself.\n`,
    );
    return repositoryRoot;
  }
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, 'unfinished-'));
  try {
    await unpack(commit, unfinished);
    linkPackages(unfinished);
    for (const name of [...services.map((service) => service.name), 'gateway']) {
      await run('node', ['../packages/build-config/src/build-service.mjs'], { cwd: join(unfinished, name) });
      if (!existsSync(programFile(name, unfinished))) throw new Error(`${name} of ${commit} was not built.`);
    }
    // Another run may have finished first.
    if (!existsSync(folder)) renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
};
