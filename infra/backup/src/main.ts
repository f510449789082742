import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkBuilt } from '@obieg/local';
import { openArchive } from './archive/archive-reader';
import { createEncryption } from './archive/encryption';
import { backUp } from './backup';
import { openDestination } from './destination';
import { createProgress, type Progress } from './progress';
import { RefusedError } from './refused';
import { rebuildOnly, restore } from './restore';
import { restoreCommandOf } from './restore-command';
import { openBackupPlace, readRestoreAddresses, readSettings } from './settings';
import { openSource } from './source';

const usage = `Usage:
  npm run backup  -- <folder or bucket URL> [--passphrase-file <file>]
  npm run restore -- <backup> [--passphrase-file <file>]
  npm run restore -- --rebuild-only

docs/how-to/back-up-and-restore.md explains the settings.`;

/** Wrong arguments. */
class UsageError extends Error {}

const passphraseLengthMin = 12;

const readPassphrase = (file: string | undefined): string | undefined => {
  if (file === undefined) return undefined;
  const passphrase = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  if (passphrase.length < passphraseLengthMin)
    throw new RefusedError(`The passphrase in ${file} has fewer than ${passphraseLengthMin} characters.`);
  return passphrase;
};

const readArguments = (args: string[]) => {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'passphrase-file': { type: 'string' }, 'rebuild-only': { type: 'boolean', default: false } },
    });
    const [command, address, ...rest] = positionals;
    if (rest.length > 0) throw new Error(`Unexpected argument ${rest[0]}`);
    return { command, address, passphraseFile: values['passphrase-file'], isRebuild: values['rebuild-only'] };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
};

type Arguments = ReturnType<typeof readArguments>;

const runBackup = async ({ address, passphraseFile, isRebuild }: Arguments, progress: Progress) => {
  if (address === undefined || isRebuild) throw new UsageError('Name the folder or bucket of the backups.');
  const settings = readSettings(process.env);
  const passphrase = readPassphrase(passphraseFile);
  const place = openBackupPlace(address, settings);
  const source = await openSource(settings, process.env);
  try {
    const name = await backUp({ source, place, passphrase, progress });
    const backup = `${address.replace(/(?<!\/)\/+$/, '')}/${name}`;
    progress.line(`complete. Restore it with: ${restoreCommandOf(backup, passphraseFile)}`);
  } finally {
    await source.close();
  }
  return true;
};

const runRestore = async ({ address, passphraseFile, isRebuild }: Arguments, progress: Progress) => {
  const settings = readSettings(process.env);
  checkBuilt();
  if (isRebuild) {
    if (!readRestoreAddresses(process.env))
      throw new UsageError('--rebuild-only needs the addresses of the databases (IDENTITY_DATABASE_URL, …).');
    return rebuildOnly(await openDestination(settings, process.env), progress);
  }
  const [, parent, name] = /^(.+)\/([^/]+)\/*$/.exec(address ?? '') ?? [];
  if (parent === undefined || name === undefined)
    throw new UsageError('Name the backup, as `npm run backup` printed it: <folder or bucket URL>/<name>.');
  const passphrase = readPassphrase(passphraseFile);
  const { store, prefix } = openBackupPlace(parent, settings);
  const archive = await openArchive(
    store,
    `${prefix}${name}`,
    passphrase === undefined ? undefined : (salt) => createEncryption(passphrase, salt),
  );
  return restore({ archive, open: () => openDestination(settings, process.env), progress });
};

/** Runs a command. @returns the exit code: 0 done, 1 failed or refused, 2 wrong arguments */
export const runCommand = async (args: string[]): Promise<number> => {
  // A backup contains keys. Nothing that this process creates is readable for others.
  process.umask(0o077);
  const progress = createProgress((text) => process.stdout.write(text));
  try {
    const parsed = readArguments(args);
    if (parsed.command === 'backup') return (await runBackup(parsed, progress)) ? 0 : 1;
    if (parsed.command === 'restore') return (await runRestore(parsed, progress)) ? 0 : 1;
    throw new UsageError(`Unknown command ${parsed.command ?? ''}`);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${usage}\n`);
      return 2;
    }
    const isRefusal = error instanceof RefusedError;
    process.stderr.write(`\n${isRefusal ? error.message : ((error as Error).stack ?? String(error))}\n`);
    return 1;
  }
};

process.exitCode = await runCommand(process.argv.slice(2));
