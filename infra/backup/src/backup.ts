import { randomBytes } from 'node:crypto';
import type { ObjectStore } from '@obieg/delivery';
import { type ArchivedFile, createArchiveReader, sha256Of } from './archive/archive-reader';
import { type ArchiveWriter, createArchiveWriter } from './archive/archive-writer';
import { createEncryption, type Sealing } from './archive/encryption';
import { describeEncryption, type Manifest } from './archive/manifest';
import { findDeleted } from './database/attachments';
import { forEachDatabase } from './database/connect';
import { dumpAttachmentIndex, dumpDatabase } from './database/dump';
import { openSnapshots } from './database/snapshots';
import { backUpKeys } from './keys';
import { formatBytes, type Progress } from './progress';
import type { BackupPlace } from './settings';
import type { Source } from './source';

interface BackupOptions {
  source: Source;
  place: BackupPlace;
  passphrase: string | undefined;
  progress: Progress;
}

/** A sortable name. The random part keeps two backups of the same second apart. */
const createName = (): string =>
  `${new Date()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}-${randomBytes(2).toString('hex')}`;

/** Copies the databases and the list of attachments from one consistent cut. */
const copyDatabases = async (
  { source, progress }: BackupOptions,
  archive: ArchiveWriter,
): Promise<
  Pick<Manifest, 'databases'> & { listed: Pick<Manifest['attachments'], 'index' | 'count' | 'bytes'> }
> => {
  const { clients, pausedMs, close } = await openSnapshots(source.databases);
  try {
    progress.line(`snapshots taken; events paused for ${pausedMs} ms`);
    const databases = await forEachDatabase(async (name) => {
      const copy = await dumpDatabase(clients[name], archive, name);
      const rows = copy.tables.reduce((sum, table) => sum + table.rows, 0);
      progress.line(`${name}: ${copy.tables.length} tables, ${rows} rows`);
      return copy;
    });
    return { databases, listed: await dumpAttachmentIndex(clients.tasks, archive) };
  } finally {
    await close();
  }
};

/** Reads an attachment. @returns undefined if it is missing or differs from its row */
const readAttachment = async (
  store: ObjectStore,
  { objectName, bytes, sha256 }: ArchivedFile,
): Promise<Buffer | undefined> => {
  const found = await store.read(objectName);
  return found && found.content.length === bytes && sha256Of(found.content) === sha256
    ? found.content
    : undefined;
};

/**
 * Copies the files of the list. A listed file is in the store, because svc-tasks stores a file before its row, unless it
 * was deleted since. @returns names of files that the store does not have as listed
 */
const copyAttachments = async (
  { source, progress }: BackupOptions,
  archive: ArchiveWriter,
  files: AsyncIterable<ArchivedFile>,
): Promise<string[]> => {
  const missing: string[] = [];
  for await (const file of files) {
    const content = await readAttachment(source.attachments, file);
    if (content) await archive.write(`files/${file.objectName}`, content);
    else missing.push(file.objectName);
    progress.count('attachments', file.bytes);
  }
  return missing;
};

/** Tells files that were deleted during the backup from files that are damaged in the product. */
const classifyMissing = async (
  { source }: BackupOptions,
  missing: readonly string[],
): Promise<Pick<Manifest['attachments'], 'damaged' | 'deleted'>> => {
  const deleted = missing.length > 0 ? await findDeleted(source.databases.tasks, missing) : [];
  const damaged = missing.filter((name) => !deleted.includes(name));
  return { damaged, ...(deleted.length > 0 ? { deleted } : {}) };
};

const summarize = ({ attachments, databases, encryption, keys }: Manifest, progress: Progress): void => {
  const tables = Object.values(databases).flatMap((database) => database.tables);
  const stored = tables.flatMap(({ parts }) => parts).reduce((sum, { bytes }) => sum + bytes, 0);
  progress.line(`databases: ${formatBytes(stored)} compressed`);
  progress.line(
    `attachments: ${attachments.count} files, ${formatBytes(attachments.bytes)}; key files: ${keys.length}`,
  );
  if (attachments.deleted) progress.line(`${attachments.deleted.length} files were deleted meanwhile`);
  for (const name of attachments.damaged)
    progress.line(`WARNING: the attachment ${name} is missing or damaged in the product`);
  if (encryption === null)
    progress.line('WARNING: the backup contains keys and is not encrypted (--passphrase-file)');
};

/** Backs up the product while it runs. @returns the name of the backup in its place */
export const backUp = async (options: BackupOptions): Promise<string> => {
  const { source, place, passphrase, progress } = options;
  const startedAt = new Date().toISOString();
  const name = createName();
  const folder = `${place.prefix}${name}`;
  const sealing: Sealing | undefined =
    passphrase === undefined ? undefined : await createEncryption(passphrase);
  const archive = createArchiveWriter(place.store, folder, sealing);
  progress.line(`writing ${name} to ${place.store.address}`);
  const { databases, listed } = await copyDatabases(options, archive);
  const files = createArchiveReader(place.store, folder, sealing).listFiles(listed.index);
  const missing = await copyAttachments(options, archive, files);
  const manifest: Manifest = {
    format: 'obieg-backup/1',
    name,
    startedAt,
    finishedAt: new Date().toISOString(),
    encryption: describeEncryption(sealing),
    databases,
    attachments: { ...listed, ...(await classifyMissing(options, missing)) },
    keys: source.dataDir === undefined ? [] : await backUpKeys(archive, source.dataDir),
  };
  await archive.finish(manifest);
  summarize(manifest, progress);
  return name;
};
