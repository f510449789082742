import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PublishedManifest } from '@obieg/contracts';
import {
  forEachLimited,
  type ObjectStore,
  type RemoteKeys,
  readManifest,
  readVersionFile,
  VersionRefusedError,
} from '@obieg/delivery';
import PQueue from 'p-queue';
import { createCacheFolder } from './cache-folder';
import { isNeeded } from './file-types';

/** A version whose signature and files were verified. */
export interface CachedVersion {
  readonly manifest: PublishedManifest;
  /** Folder of the verified copies. Contains every file that {@link isNeeded}. */
  readonly folder: string;
  readonly bytes: number;
}

export interface VersionCache {
  /**
   * Verifies a version and copies it, once at a time. @throws VersionRefusedError if a signature or a digest does not
   * fit, any other error if the store is unavailable
   */
  load(id: string, version: string): Promise<CachedVersion>;
  /** Returns a version that is in the cache. */
  find(id: string, version: string): CachedVersion | undefined;
  /** Whether a version is in the cache. Does not count as a use. */
  has(id: string, version: string): boolean;
  /** Protects these versions, and only these, from eviction. */
  pin(versions: readonly CachedVersion[]): void;
  remove(): Promise<void>;
}

interface VersionCacheOptions {
  store: ObjectStore;
  keys: RemoteKeys | undefined;
  /** Folder in which the cache creates its own. */
  parentFolder: string;
  /** Least recently used versions beyond this size are removed. */
  maxBytes: number;
  /** Called with a version that the cache has removed. */
  onEvicted(id: string, version: string): void;
}

/** Bounds the memory for manifests: 20 KB each. */
const maxVersions = 500;
const maxVersionBytes = 128 * 1024 * 1024;
const maxVersionFiles = 2_000;
/** Each holds a file of up to 64 MB in memory. */
const concurrentFiles = 4;
const concurrentVersions = 2;

const keyOf = (id: string, version: string): string => `${id}/${version}`;

/** Keeps verified copies of versions in a folder of this process, the least recently used ones only. */
export const createVersionCache = ({
  store,
  keys,
  parentFolder,
  maxBytes,
  onEvicted,
}: VersionCacheOptions): VersionCache => {
  /** Least recently used first. */
  const cached = new Map<string, CachedVersion>();
  const loading = new Map<string, Promise<CachedVersion>>();
  const queue = new PQueue({ concurrency: concurrentVersions });
  let pinned: ReadonlySet<CachedVersion> = new Set();
  let ownFolder: Promise<string> | undefined;
  let copies = 0;
  let cachedBytes = 0;

  const getFolder = (): Promise<string> => {
    ownFolder ??= createCacheFolder(parentFolder).catch((error: unknown) => {
      ownFolder = undefined;
      throw error;
    });
    return ownFolder;
  };

  const evict = (latest?: CachedVersion): void => {
    for (const [key, version] of cached) {
      if (cachedBytes <= maxBytes && cached.size <= maxVersions) return;
      if (pinned.has(version) || version === latest) continue;
      cached.delete(key);
      cachedBytes -= version.bytes;
      void rm(version.folder, { recursive: true, force: true }).catch(() => undefined);
      onEvicted(version.manifest.id, version.manifest.version);
    }
  };

  const copyFiles = async (manifest: PublishedManifest, folder: string): Promise<number> => {
    const { id, version } = manifest;
    const files = Object.keys(manifest.files).filter(isNeeded);
    if (files.length > maxVersionFiles)
      throw new VersionRefusedError(`${id} ${version} has more than ${maxVersionFiles} files.`);
    let bytes = 0;
    const copy = async (path: string): Promise<void> => {
      const content = await readVersionFile(store, manifest, path);
      bytes += content.length;
      if (bytes > maxVersionBytes)
        throw new VersionRefusedError(`${id} ${version} is larger than ${maxVersionBytes} bytes.`);
      const target = join(folder, ...path.split('/'));
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content);
    };
    await forEachLimited(files, concurrentFiles, copy);
    return bytes;
  };

  const fetchVersion = async (id: string, version: string): Promise<CachedVersion> => {
    const manifest = await readManifest(store, id, version, keys);
    copies += 1;
    // A copy that failed leaves a folder that may still be written to, so each attempt has its own.
    const folder = join(await getFolder(), `${id}-${version}-${copies}`);
    try {
      await mkdir(folder);
      const bytes = await copyFiles(manifest, folder);
      return { manifest, folder, bytes };
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  };

  const loadOnce = async (id: string, version: string): Promise<CachedVersion> => {
    const key = keyOf(id, version);
    try {
      const loaded = await queue.add(() => fetchVersion(id, version));
      cached.set(key, loaded);
      cachedBytes += loaded.bytes;
      evict(loaded);
      return loaded;
    } finally {
      loading.delete(key);
    }
  };

  const find: VersionCache['find'] = (id, version) => {
    const key = keyOf(id, version);
    const found = cached.get(key);
    if (!found) return undefined;
    cached.delete(key);
    cached.set(key, found);
    return found;
  };

  return {
    find,
    has: (id, version) => cached.has(keyOf(id, version)),
    load: async (id, version) => {
      const key = keyOf(id, version);
      const known = find(id, version);
      if (known) return known;
      const running = loading.get(key) ?? loadOnce(id, version);
      loading.set(key, running);
      return running;
    },
    pin: (versions) => {
      pinned = new Set(versions);
      evict();
    },
    remove: async () => {
      await Promise.allSettled(loading.values());
      const folder = await ownFolder?.catch(() => undefined);
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
};
