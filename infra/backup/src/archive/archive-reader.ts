import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ObjectStore } from '@obieg/delivery';
import { RefusedError } from '../refused';
import { isSameDigest, type Sealing } from './encryption';
import { listAbsent, type Manifest, manifestFile, type Part, parseManifest } from './manifest';

/** An attachment of the archive. Size and digest are those of its content. */
export interface ArchivedFile {
  objectName: string;
  bytes: number;
  sha256: string;
}

export interface ArchiveFiles {
  /** Reads a part. @throws RefusedError if a byte was changed */
  read(part: Part): Promise<Buffer>;
  /** Decompresses the parts of a stream. */
  readStream(parts: readonly Part[]): Readable;
  /** Lists the attachments of an index. */
  listFiles(index: readonly Part[]): AsyncIterable<ArchivedFile>;
  /** Reads an attachment. @throws RefusedError if a byte was changed */
  readFile(file: ArchivedFile): Promise<Buffer>;
}

/** A complete backup. */
export interface Archive extends ArchiveFiles {
  manifest: Manifest;
}

const damaged = (file: string): RefusedError =>
  new RefusedError(`${file} was changed or is damaged. Restore another backup.`);

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** Splits text into lines. Unlike `readline`, it passes on the errors of its source. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Parses the index of the attachments. Its text is ASCII. */
async function* parseIndex(chunks: AsyncIterable<Buffer>): AsyncGenerator<ArchivedFile> {
  for await (const line of splitLines(chunks)) {
    const [objectName = '', bytes = '', sha256 = ''] = line.split('\t');
    yield { objectName, bytes: Number(bytes), sha256 };
  }
}

/** Reads the files of an archive, also of one that is being written. */
export const createArchiveReader = (
  store: ObjectStore,
  folder: string,
  sealing: Sealing | undefined,
): ArchiveFiles => {
  const readStored = async (file: string): Promise<Buffer> => {
    const found = await store.read(`${folder}/${file}`);
    if (!found) throw new RefusedError(`${file} is missing in the backup. Restore another backup.`);
    return found.content;
  };
  const open = (file: string, stored: Buffer): Buffer => {
    if (!sealing) return stored;
    try {
      return sealing.open(file, stored);
    } catch {
      throw damaged(file);
    }
  };
  const read = async ({ file, bytes, sha256 }: Part): Promise<Buffer> => {
    const stored = await readStored(file);
    if (stored.length !== bytes || !isSameDigest(sha256Of(stored), sha256)) throw damaged(file);
    return open(file, stored);
  };
  async function* readAll(parts: readonly Part[]): AsyncGenerator<Buffer> {
    for (const part of parts) yield await read(part);
  }
  const readStream = (parts: readonly Part[]): Readable => {
    const gunzip = createGunzip();
    // `pipe` alone drops the errors of its source.
    return Readable.from(readAll(parts), { objectMode: false })
      .on('error', (error) => gunzip.destroy(error))
      .pipe(gunzip);
  };
  return {
    read,
    readStream,
    listFiles: (index) => parseIndex(readStream(index)),
    readFile: async ({ objectName, bytes, sha256 }) => {
      const file = `files/${objectName}`;
      const content = open(file, await readStored(file));
      if (content.length !== bytes || !isSameDigest(sha256Of(content), sha256)) throw damaged(file);
      return content;
    },
  };
};

/**
 * Opens the archive in a folder of the store. Compares the manifest's digest, not yet the files.
 *
 * @throws RefusedError if there is no manifest, it was changed, or the passphrase is wrong
 */
export const openArchive = async (
  store: ObjectStore,
  folder: string,
  unlock: ((salt: Buffer) => Promise<Sealing>) | undefined,
): Promise<Archive> => {
  const found = await store.read(`${folder}/${manifestFile}`);
  if (!found)
    throw new RefusedError(
      `${store.address}/${folder} has no ${manifestFile}: no backup was written there, or it was interrupted.`,
    );
  const { manifest, sealing } = await parseManifest(found.content.toString(), unlock);
  return { manifest, ...createArchiveReader(store, folder, sealing) };
};

/** Compares every file of the archive with its digest. @throws RefusedError at the first difference */
export const verifyArchive = async (archive: Archive, onProgress: (bytes: number) => void): Promise<void> => {
  const { databases, attachments, keys } = archive.manifest;
  const tables = Object.values(databases).flatMap((database) => database.tables);
  for (const part of [...tables.flatMap(({ parts }) => parts), ...attachments.index, ...keys])
    onProgress((await archive.read(part)).length);
  const absent = listAbsent(attachments);
  let count = 0;
  for await (const file of archive.listFiles(attachments.index)) {
    count += 1;
    if (!absent.has(file.objectName)) onProgress((await archive.readFile(file)).length);
  }
  if (count !== attachments.count) throw damaged('attachments');
};
