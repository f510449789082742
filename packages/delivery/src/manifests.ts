import { type PublishedManifest, publishedManifestSchema, shellId } from '@obieg/contracts';
import { digestOf } from './digest';
import { VersionRefusedError } from './errors';
import { isSignedByOneOf, type RemoteKeys } from './keys';
import {
  isRemoteId,
  isVersion,
  manifestName,
  remotePrefix,
  remotesPrefix,
  signatureName,
  versionPrefix,
} from './layout';
import { isSafePath, type ObjectStore } from './object-store';

const checkSignature = async (
  store: ObjectStore,
  id: string,
  version: string,
  content: Buffer,
  keys: RemoteKeys,
): Promise<void> => {
  const publicKeys = keys.get(id);
  if (!publicKeys?.length)
    throw new VersionRefusedError(`No public key of ${id} is known. Add it to REMOTE_KEYS.`);
  const signature = await store.read(`${versionPrefix(id, version)}${signatureName}`);
  if (!signature)
    throw new VersionRefusedError(`${id} ${version} is not signed. Publish it with the team's key.`);
  if (!isSignedByOneOf(content, signature.content, publicKeys))
    throw new VersionRefusedError(
      `The signature of ${id} ${version} does not fit a key of ${id}. Build and publish it again with the team's key.`,
    );
};

/** Every file that the page loads by name must be one of the signed files. */
const checkFiles = ({ id, version, files, entry, preload, integrity }: PublishedManifest): void => {
  const refuse = (file: string, reason: string): never => {
    throw new VersionRefusedError(`remote.json of ${id} ${version} ${reason}: "${file}". Build it again.`);
  };
  for (const file of Object.keys(files))
    if (!isSafePath(file) || file === manifestName || file === signatureName)
      refuse(file, 'has an invalid file name');
  for (const file of [entry, ...preload])
    if (!Object.hasOwn(files, file)) refuse(file, 'lacks the digest of a file that it loads');
  for (const [file, digest] of Object.entries(integrity))
    if (!Object.hasOwn(files, file) || files[file] !== digest) refuse(file, 'has two digests of one file');
};

/**
 * Parses `remote.json`.
 *
 * @throws VersionRefusedError if it is not the manifest of this id and version
 */
export const parseManifest = (id: string, version: string, content: Buffer): PublishedManifest => {
  let json: unknown;
  try {
    json = JSON.parse(content.toString('utf8'));
  } catch {
    throw new VersionRefusedError(`remote.json of ${id} ${version} is not JSON. Build it again.`);
  }
  const result = publishedManifestSchema.safeParse(json);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new VersionRefusedError(
      `remote.json of ${id} ${version} is not valid (${issue?.path.join('.')}: ${issue?.message}). Build it again.`,
    );
  }
  const manifest = result.data;
  if (manifest.id !== id || manifest.version !== version)
    throw new VersionRefusedError(
      `remote.json of ${id} ${version} belongs to ${manifest.id} ${manifest.version}. Publish the built folder again.`,
    );
  if (id !== shellId && manifest.routes.length === 0)
    throw new VersionRefusedError(`remote.json of ${id} ${version} has no routes. Build it again.`);
  checkFiles(manifest);
  return manifest;
};

/** @returns undefined if the version does not exist or its upload is not complete */
export const findManifest = async (
  store: ObjectStore,
  id: string,
  version: string,
  keys: RemoteKeys | undefined,
): Promise<PublishedManifest | undefined> => {
  const file = await store.read(`${versionPrefix(id, version)}${manifestName}`);
  if (!file) return undefined;
  if (keys) await checkSignature(store, id, version, file.content, keys);
  return parseManifest(id, version, file.content);
};

/**
 * Reads the manifest of a published version.
 *
 * @param keys undefined: signatures are not required (development)
 * @throws VersionRefusedError if it does not exist, is not signed by a key of the remote or is not valid
 */
export const readManifest = async (
  store: ObjectStore,
  id: string,
  version: string,
  keys: RemoteKeys | undefined,
): Promise<PublishedManifest> => {
  const manifest = await findManifest(store, id, version, keys);
  if (!manifest)
    throw new VersionRefusedError(`${id} ${version} is not in ${store.address}. Publish it first.`);
  return manifest;
};

/** Reads a file of a version and checks its digest. @throws VersionRefusedError */
export const readVersionFile = async (
  store: ObjectStore,
  { id, version, files }: PublishedManifest,
  path: string,
): Promise<Buffer> => {
  const digest = Object.hasOwn(files, path) ? files[path] : undefined;
  if (digest === undefined) throw new VersionRefusedError(`${id} ${version} has no file "${path}".`);
  const file = await store.read(`${versionPrefix(id, version)}${path}`);
  if (!file)
    throw new VersionRefusedError(`"${path}" of ${id} ${version} is missing in ${store.address}. Roll back.`);
  if (digestOf(file.content) !== digest)
    throw new VersionRefusedError(
      `"${path}" of ${id} ${version} was changed: its digest is not the signed one. Roll back.`,
    );
  return file.content;
};

/** Lists the versions of a remote. One whose upload is not complete is listed, but `readManifest` refuses it. */
export const listVersions = async (store: ObjectStore, id: string): Promise<string[]> =>
  (await store.listFolders(remotePrefix(id))).filter(isVersion);

/** Lists the ids of which anything is stored, the shell's included. */
export const listRemoteIds = async (store: ObjectStore): Promise<string[]> =>
  (await store.listFolders(remotesPrefix)).filter(isRemoteId).sort();
