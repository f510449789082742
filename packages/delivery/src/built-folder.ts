import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PublishedManifest, remoteContractVersion } from '@obieg/contracts';
import { digestOf } from './digest';
import { VersionRefusedError } from './errors';
import { manifestName } from './layout';
import { parseManifest } from './manifests';

export interface BuiltFolder {
  manifest: PublishedManifest;
  /** By path relative to the folder. */
  files: ReadonlyMap<string, Buffer>;
}

const readOrUndefined = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw error;
  });

const readIdentity = (file: string, content: Buffer): { id: string; version: string } => {
  try {
    const { id, version } = JSON.parse(content.toString('utf8'));
    return { id: String(id), version: String(version) };
  } catch {
    throw new VersionRefusedError(`${file} is not JSON. Build the remote again.`);
  }
};

/**
 * Reads a built shell or remote with everything that its `remote.json` lists.
 *
 * @throws VersionRefusedError if it is not built, was changed after the build or is built for another contract
 */
export const readBuiltFolder = async (folder: string): Promise<BuiltFolder> => {
  const content = await readOrUndefined(join(folder, manifestName));
  if (!content)
    throw new VersionRefusedError(
      `${folder} has no remote.json. Name the built folder (dist), and build the remote first.`,
    );
  const { id, version } = readIdentity(join(folder, manifestName), content);
  const manifest = parseManifest(id, version, content);
  if (manifest.contractVersion !== remoteContractVersion)
    throw new VersionRefusedError(
      `${id} is built for contract ${manifest.contractVersion}, this tool and its shell have ${remoteContractVersion}. Rebuild the remote with the shell's packages, or use the tool of its release.`,
    );
  const files = new Map<string, Buffer>();
  for (const [path, digest] of Object.entries(manifest.files)) {
    const file = await readOrUndefined(join(folder, path));
    if (!file) throw new VersionRefusedError(`${join(folder, path)} is missing. Build the remote again.`);
    if (digestOf(file) !== digest)
      throw new VersionRefusedError(
        `${join(folder, path)} was changed after the build. Build the remote again.`,
      );
    files.set(path, file);
  }
  return { manifest, files };
};
