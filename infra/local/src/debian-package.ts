import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Where a downloaded program stays. */
export const cachedProgram = (name: string): string =>
  join(process.env['OBIEG_CACHE_DIR'] ?? join(homedir(), '.cache', 'obieg'), 'bin', name);

/** Paths at which a program may be installed. */
export const listInstalled = (name: string): string[] =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'].map(
    (folder) => join(folder, name),
  );

/** Copies a program into its place at once, because other processes can look for it. @returns the place */
export const installBinary = (source: string, target: string): string => {
  mkdirSync(join(target, '..'), { recursive: true });
  const partial = `${target}.${process.pid}`;
  cpSync(source, partial);
  chmodSync(partial, 0o755);
  renameSync(partial, target);
  return target;
};

/** Runs a command. @throws with the last line that it printed */
export const runCommand = (command: string, args: string[], cwd: string): void => {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 120_000 });
  if (status !== 0)
    throw new Error(error?.message ?? (stderr.trim().split('\n').at(-1) || `${command} failed`));
};

export const inTemporaryFolder = async (work: (folder: string) => Promise<string>): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'obieg-download-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Unpacks one program of a package. @returns `target` */
export const unpackProgram = (archive: string, folder: string, path: string, target: string): string => {
  runCommand('dpkg-deb', ['-x', archive, 'content'], folder);
  return installBinary(join(folder, 'content', path), target);
};

/** Downloads a Debian package and unpacks one program. Installing it would require root and start a service. */
export const fetchDebianProgram = (name: string, path: string, target: string): Promise<string> =>
  inTemporaryFolder(async (folder) => {
    const state = join(folder, 'state');
    for (const part of ['lists/partial', 'cache/archives/partial'])
      mkdirSync(join(state, part), { recursive: true });
    const options = [
      '-o',
      `Dir::State=${state}`,
      '-o',
      'Dir::State::status=/var/lib/dpkg/status',
      '-o',
      `Dir::Cache=${join(state, 'cache')}`,
      '-o',
      'APT::Sandbox::User=root',
      '-qq',
    ];
    runCommand('apt-get', [...options, 'update'], folder);
    runCommand('apt-get', [...options, 'download', name], folder);
    const archive = readdirSync(folder).find((file) => file.endsWith('.deb'));
    if (!archive) throw new Error('apt-get downloaded nothing');
    return unpackProgram(archive, folder, path, target);
  });
