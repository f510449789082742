import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type PublishedManifest, remoteContractVersion, shellId } from '@obieg/contracts';
import { digestOf } from '../digest';

export interface BuiltFolderOptions {
  folder: string;
  id: string;
  /** Default: a hash of the files. */
  version?: string;
  /** By path. Default: one script. */
  files?: Readonly<Record<string, string>>;
  /** Patterns. Default: `/<id>`; none for the shell. */
  routes?: readonly string[];
  manifest?: Partial<PublishedManifest>;
}

const hashFiles = (files: Readonly<Record<string, string>>): string =>
  createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16);

/** Writes a folder as the build of a remote or of the shell does. @returns its `remote.json` */
export const writeBuiltFolder = (options: BuiltFolderOptions): PublishedManifest => {
  const { folder, id } = options;
  const isShell = id === shellId;
  const defaultFiles: Record<string, string> = isShell
    ? { 'index.html': '<!doctype html><html><head></head><body></body></html>' }
    : { 'remote-entry.js': `// ${id}` };
  const files = options.files ?? defaultFiles;
  const entry = isShell ? 'index.html' : (Object.keys(files)[0] ?? '');
  const digests = Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, digestOf(Buffer.from(content))]),
  );
  const manifest: PublishedManifest = {
    id,
    contractVersion: remoteContractVersion,
    routes: (options.routes ?? (isShell ? [] : [`/${id}`])).map((path) => ({
      path,
      access: 'signed-in',
      layout: 'frame',
    })),
    navigation: [],
    version: options.version ?? hashFiles(files),
    entry,
    preload: isShell ? [] : [entry],
    integrity: isShell ? {} : { [entry]: digests[entry] ?? '' },
    files: digests,
    commit: null,
    builtAt: '2026-01-01T00:00:00.000Z',
    ...options.manifest,
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  writeFileSync(join(folder, 'remote.json'), JSON.stringify(manifest));
  return manifest;
};
