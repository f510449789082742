import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Archive } from './archive/archive-reader';
import type { ArchiveWriter } from './archive/archive-writer';
import type { Part } from './archive/manifest';

/** Folder of the key files in a data folder. The keys that sign tokens are in the database. */
const keysFolder = 'keys';

/** Archives the key files of a data folder. On a cluster, such keys are in its secrets. */
export const backUpKeys = async (archive: ArchiveWriter, dataDir: string): Promise<Part[]> => {
  const folder = join(dataDir, keysFolder);
  if (!existsSync(folder)) return [];
  const parts: Part[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile())
      parts.push(await archive.write(`${keysFolder}/${entry.name}`, readFileSync(join(folder, entry.name))));
  return parts;
};

/** Writes the key files of an archive to a data folder. */
export const restoreKeys = async (archive: Archive, dataDir: string): Promise<void> => {
  for (const part of archive.manifest.keys) {
    const path = join(dataDir, part.file);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, await archive.read(part), { mode: 0o600, flag: 'wx' });
  }
};
