import { type Archive, sha256Of, verifyArchive } from './archive/archive-reader';
import { listAbsent } from './archive/manifest';
import { deleteFiles } from './database/attachments';
import { forEachDatabase, withClient } from './database/connect';
import { loadDatabase } from './database/load';
import { type Destination, refuseFilledDatabases } from './destination';
import { restoreKeys } from './keys';
import type { Progress } from './progress';
import { rebuild } from './rebuild';
import { RefusedError } from './refused';
import { checkVersion, migrate, migrateReturned } from './versions';

interface RestoreOptions {
  archive: Archive;
  /** Called after the backup is verified, so that a refused backup leaves no trace. */
  open(): Promise<Destination>;
  progress: Progress;
}

const loadDatabases = async (
  { archive, progress }: RestoreOptions,
  { databases }: Destination,
): Promise<void> => {
  await forEachDatabase(async (name) => {
    const copy = archive.manifest.databases[name];
    await migrate(name, databases[name], copy.migrations);
    await withClient(databases[name].ownerUrl, (client) => loadDatabase(client, archive, copy));
    await migrate(name, databases[name]);
    const rows = copy.tables.reduce((sum, table) => sum + table.rows, 0);
    progress.line(`${name}: ${copy.tables.length} tables, ${rows} rows; the counts match`);
  });
};

/** Stores the attachments. Accepts a store that already has the same files. */
const loadAttachments = async (
  { archive, progress }: RestoreOptions,
  { attachments }: Destination,
): Promise<void> => {
  const { index, damaged } = archive.manifest.attachments;
  const absent = listAbsent(archive.manifest.attachments);
  let count = 0;
  for await (const file of archive.listFiles(index)) {
    if (absent.has(file.objectName)) continue;
    await attachments.create(file.objectName, await archive.readFile(file));
    // Read back: the store could have had another file of that name, or have stored something else.
    const stored = await attachments.read(file.objectName);
    if (!stored || sha256Of(stored.content) !== file.sha256)
      throw new RefusedError(
        `${attachments.address} has another file ${file.objectName}. Restore to an empty store.`,
      );
    count += 1;
    progress.count('attachments', file.bytes);
  }
  progress.line(`attachments: ${count} files; the digests match`);
  for (const name of damaged) progress.line(`WARNING: the backup has no attachment ${name}`);
};

const reportDifferences = (differences: readonly string[], progress: Progress): void => {
  for (const difference of differences) progress.line(`WARNING: ${difference}`);
  progress.line(
    differences.length === 0
      ? 'read models equal their owners'
      : 'WARNING: see docs/how-to/repair-a-read-model.md',
  );
};

/**
 * Restores a backup to an empty place.
 *
 * @returns whether all read models equal their owners
 * @throws RefusedError if the backup is damaged or newer, or the place is not empty
 */
export const restore = async (options: RestoreOptions): Promise<boolean> => {
  const { archive, open, progress } = options;
  checkVersion(archive.manifest.databases);
  await verifyArchive(archive, (bytes) => progress.count('verified', bytes));
  progress.line(`verified every file of ${archive.manifest.name}`);
  const destination = await open();
  try {
    await refuseFilledDatabases(destination);
    await loadAttachments(options, destination);
    await loadDatabases(options, destination);
    await deleteFiles(destination.databases.tasks.ownerUrl, archive.manifest.attachments.deleted ?? []);
    if (destination.dataDir !== undefined) await restoreKeys(archive, destination.dataDir);
    const differences = await rebuild(destination, progress);
    reportDifferences(differences, progress);
    destination.complete();
    return differences.length === 0;
  } finally {
    await destination.close();
  }
};

/**
 * Rebuilds streams and read models of databases that returned to an earlier time, for example by a point-in-time
 * recovery. @throws RefusedError if they have no data or are newer
 */
export const rebuildOnly = async (destination: Destination, progress: Progress): Promise<boolean> => {
  try {
    await migrateReturned(destination.databases);
    const differences = await rebuild(destination, progress);
    reportDifferences(differences, progress);
    destination.complete();
    return differences.length === 0;
  } finally {
    await destination.close();
  }
};
