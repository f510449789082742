import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
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

interface LastRelease {
  version: string;
  commit: string;
  /** Name of its last migration in the order of names. Later ones must keep it running. */
  newestMigration: string;
  /** File with its sources in `infra/local/last-release`. */
  archive: string;
  sha256: string;
}

const patterns: Record<keyof LastRelease, RegExp> = {
  version: /^\d+\.\d+\.\d+$/,
  commit: /^[0-9a-f]{40}$/,
  newestMigration: /^\d{14}_\w+$/,
  archive: /^[\w.-]+\.tar\.gz$/,
  sha256: /^[0-9a-f]{64}$/,
};

/** The last release, which runs beside this version during a rolling update. @throws if its record is incomplete */
export const readLastRelease = (root = repositoryRoot): LastRelease => {
  const file = join(root, 'infra/local/last-release.json');
  const release = JSON.parse(readFileSync(file, 'utf8')) as Partial<LastRelease>;
  const wrong = (Object.keys(patterns) as (keyof LastRelease)[]).filter(
    (name) => !patterns[name].test(release[name] ?? ''),
  );
  if (wrong.length > 0)
    throw new Error(`${file} needs ${wrong.join(', ')}. "npm run record-release -- <tag>" writes it.`);
  return release as LastRelease;
};

/** Finds the recorded sources. @throws if they are missing or not those of the record */
export const getArchive = (root = repositoryRoot): string => {
  const { version, archive, sha256 } = readLastRelease(root);
  const file = join(root, 'infra/local/last-release', archive);
  const advice = `Without it, no test runs ${version} beside this version. Restore the file, or record the release again with "npm run record-release -- <tag>".`;
  if (!existsSync(file)) throw new Error(`${file} is missing. ${advice}`);
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (digest !== sha256)
    throw new Error(`${file} has the SHA-256 digest ${digest}, not ${sha256}. ${advice}`);
  return file;
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

const readBuildScript = (folder: string): string => {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: { build: string };
  };
  return scripts.build;
};

/** @throws if the sources do not build with the packages that are installed for this version */
const buildPrograms = async (folder: string, { version }: LastRelease): Promise<void> => {
  for (const name of [...services.map((service) => service.name), 'gateway']) {
    const workspace = join(folder, name);
    try {
      await run('sh', ['-c', readBuildScript(workspace)], { cwd: workspace });
    } catch (error) {
      throw new Error(
        `${name} of the release ${version} cannot be built with the packages of this version's node_modules. ` +
          'A package that it needs may be gone or have changed.',
        { cause: error },
      );
    }
    if (!existsSync(programFile(name, folder))) throw new Error(`${name} of ${version} was not built.`);
  }
};

/**
 * Builds the services and the gateway of the last release from its recorded sources, offline. Needs no history of git.
 * Packages come from this repository's `node_modules`. Reuses an earlier build.
 *
 * @returns the folder of the programs
 * @throws if the record or its sources are missing or damaged, or do not build
 */
export const buildLastRelease = async (): Promise<string> => {
  const release = readLastRelease();
  const archive = getArchive();
  // In this clone, because the links point to its packages.
  const cache = join(repositoryRoot, '.cache', 'releases');
  const folder = join(cache, release.sha256.slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, 'unfinished-'));
  try {
    await run('tar', ['-xzf', archive, '-C', unfinished]);
    linkPackages(unfinished);
    await buildPrograms(unfinished, release);
    // Another run may have finished first.
    if (!existsSync(folder)) renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
};
