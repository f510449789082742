import { createPublicKey, type KeyObject } from 'node:crypto';
import type { PublishedManifest } from '@obieg/contracts';
import { readBuiltFolder } from './built-folder';
import { compressFile, isCompressedVariant } from './compress';
import { digestOf } from './digest';
import { VersionRefusedError } from './errors';
import { forEachLimited } from './for-each-limited';
import { type RemoteKeys, signManifest } from './keys';
import { manifestName, signatureName, versionPrefix } from './layout';
import { findManifest } from './manifests';
import type { ObjectStore } from './object-store';

const concurrentUploads = 8;

export interface PublishProgress {
  step: 'compress' | 'upload';
  done: number;
  total: number;
}

export interface PublishOptions {
  store: ObjectStore;
  /** Built shell or remote, with `remote.json`. */
  folder: string;
  /** Ed25519. Undefined: the version is not signed, which a gateway in production refuses. */
  privateKey: KeyObject | undefined;
  /** If given, `privateKey` must belong to one of them. */
  keys?: RemoteKeys | undefined;
  onProgress?: ((progress: PublishProgress) => void) | undefined;
}

export interface PublishResult {
  id: string;
  version: string;
  /** False if the version already existed with the same files. */
  isNew: boolean;
  fileCount: number;
  bytes: number;
}

/** Compressed variants differ between Node.js versions, so only the built files are compared. */
const hasSameFiles = (built: PublishedManifest, published: PublishedManifest): boolean => {
  const names = Object.keys(published.files).filter(
    (file) => !isCompressedVariant(file) || Object.hasOwn(built.files, file),
  );
  return (
    names.length === Object.keys(built.files).length &&
    names.every((file) => published.files[file] === built.files[file])
  );
};

/** @returns whether the version exists @throws VersionRefusedError if it exists with other files */
const isPublished = async (store: ObjectStore, built: PublishedManifest): Promise<boolean> => {
  const { id, version } = built;
  const published = await findManifest(store, id, version, undefined);
  if (!published) return false;
  if (hasSameFiles(built, published)) return true;
  throw new VersionRefusedError(
    `${id} ${version} is already published with other files. A version never changes: build the remote again.`,
  );
};

/** Adds the compressed variants to the files and to the manifest. */
const compressAll = async (
  manifest: PublishedManifest,
  files: ReadonlyMap<string, Buffer>,
  onProgress: PublishOptions['onProgress'],
): Promise<{ manifest: PublishedManifest; files: Map<string, Buffer> }> => {
  const all = new Map(files);
  let done = 0;
  await forEachLimited([...files], concurrentUploads, async ([name, content]) => {
    for (const [variant, packed] of await compressFile(name, content)) all.set(variant, packed);
    onProgress?.({ step: 'compress', done: ++done, total: files.size });
  });
  const digests = [...all].map(([name, content]) => [name, digestOf(content)] as const);
  digests.sort(([one], [other]) => (one < other ? -1 : 1));
  return { manifest: { ...manifest, files: Object.fromEntries(digests) }, files: all };
};

/**
 * Writes a file of a version that is not complete yet. Replaces what an interrupted upload left. If another process
 * completes the version meanwhile, puts its file back.
 */
const upload = async (
  store: ObjectStore,
  manifestKey: string,
  key: string,
  content: Buffer,
): Promise<void> => {
  if (await store.create(key, content)) return;
  const existing = await store.read(key);
  if (existing?.content.equals(content)) return;
  const isComplete = async (): Promise<boolean> => (await store.read(manifestKey)) !== undefined;
  if (existing && !(await isComplete()) && (await store.replace(key, content, existing.tag))) {
    if (!(await isComplete())) return;
    const replaced = await store.read(key);
    if (replaced?.content.equals(content)) await store.replace(key, existing.content, replaced.tag);
  }
  throw new VersionRefusedError(`${key} is being published by another process. Try again when it has ended.`);
};

/** Replaces a signature that another process wrote for its own `remote.json` just before this one was stored. */
const keepSignature = async (store: ObjectStore, key: string, signature: Buffer): Promise<void> => {
  const stored = await store.read(key);
  if (stored && !stored.content.equals(signature)) await store.replace(key, signature, stored.tag);
};

/** @throws VersionRefusedError for a key of another remote */
const checkOwnKey = (id: string, privateKey: KeyObject, keys: RemoteKeys): void => {
  const publicKey = createPublicKey(privateKey);
  if (!keys.get(id)?.some((key) => key.equals(publicKey)))
    throw new VersionRefusedError(`This is not a key of ${id}. Use the key of the team that owns ${id}.`);
};

/**
 * Publishes a built shell or remote as an immutable version: compresses, digests and signs its files and uploads them,
 * `remote.json` last, so that an incomplete version is never visible. Resumes an interrupted upload.
 *
 * @throws VersionRefusedError
 */
export const publishFolder = async (options: PublishOptions): Promise<PublishResult> => {
  const { store, folder, privateKey, keys, onProgress } = options;
  const built = await readBuiltFolder(folder);
  const { id, version } = built.manifest;
  const sizeOf = (files: ReadonlyMap<string, Buffer>) => ({
    fileCount: files.size,
    bytes: [...files.values()].reduce((sum, { length }) => sum + length, 0),
  });
  if (privateKey && keys) checkOwnKey(id, privateKey, keys);
  if (await isPublished(store, built.manifest)) return { id, version, isNew: false, ...sizeOf(built.files) };

  const { manifest, files } = await compressAll(built.manifest, built.files, onProgress);
  const prefix = versionPrefix(id, version);
  const manifestKey = `${prefix}${manifestName}`;
  const content = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
  let done = 0;
  const total = files.size;
  await forEachLimited([...files], concurrentUploads, async ([name, file]) => {
    await upload(store, manifestKey, `${prefix}${name}`, file);
    onProgress?.({ step: 'upload', done: ++done, total });
  });
  const signatureKey = `${prefix}${signatureName}`;
  const signature = privateKey && Buffer.from(signManifest(content, privateKey));
  if (signature) await upload(store, manifestKey, signatureKey, signature);
  const isNew = await store.create(manifestKey, content);
  if (!isNew) await isPublished(store, built.manifest);
  else if (signature) await keepSignature(store, signatureKey, signature);
  return { id, version, isNew, ...sizeOf(files) };
};
