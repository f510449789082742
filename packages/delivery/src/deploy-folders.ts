import type { KeyObject } from 'node:crypto';
import type { ReleasePointer } from '@obieg/contracts';
import { ReleaseRefusedError } from './errors';
import type { RemoteKeys } from './keys';
import type { ObjectStore } from './object-store';
import { type PublishProgress, type PublishResult, publishFolder } from './publish-folder';
import { readPointer } from './release-pointer';
import { releaseVersion } from './releases';

export interface DeployOptions {
  store: ObjectStore;
  /** Built shell and remotes. */
  folders: readonly string[];
  privateKey: KeyObject | undefined;
  keys?: RemoteKeys | undefined;
  by: string;
  at: Date;
  /**
   * Releases a version again that was released before and then replaced or rolled back. For a local product, which runs
   * what its checkout contains.
   */
  isRepeated?: boolean;
  onProgress?: ((folder: string, progress: PublishProgress) => void) | undefined;
}

export interface DeployResult extends PublishResult {
  isReleased: boolean;
}

const needsRelease = (pointer: ReleasePointer | undefined, version: string, isRepeated: boolean): boolean => {
  if (!pointer) return true;
  if (version === pointer.stable || version === pointer.canary?.version) return false;
  return isRepeated || !pointer.history.some((entry) => entry.version === version);
};

/**
 * Publishes built folders and releases to all organizations what was never released. What a team released or rolled back on its
 * own stays as it is.
 *
 * @throws VersionRefusedError, ReleaseConflictError, ReleaseRefusedError
 */
export const deployFolders = async (options: DeployOptions): Promise<DeployResult[]> => {
  const { store, folders, privateKey, keys, by, at, isRepeated = false, onProgress } = options;
  const published: PublishResult[] = [];
  for (const folder of folders)
    published.push(
      await publishFolder({
        store,
        folder,
        privateKey,
        keys,
        onProgress: (progress) => onProgress?.(folder, progress),
      }),
    );
  const release = async (result: PublishResult): Promise<DeployResult> => {
    const { id, version } = result;
    const current = await readPointer(store, id);
    if (!needsRelease(current?.pointer, version, isRepeated)) return { ...result, isReleased: false };
    await releaseVersion(store, id, { version, by, at, keys });
    return { ...result, isReleased: true };
  };
  return releaseAll(published, release);
};

/** Releases in an order that lets one remote take over a route that another gives up in the same deployment. */
const releaseAll = async (
  published: readonly PublishResult[],
  release: (result: PublishResult) => Promise<DeployResult>,
): Promise<DeployResult[]> => {
  const results: DeployResult[] = [];
  const waiting: PublishResult[] = [];
  let refusal: unknown;
  for (const result of published) {
    try {
      results.push(await release(result));
    } catch (error) {
      if (!(error instanceof ReleaseRefusedError && error.code === 'ROUTE_TAKEN')) throw error;
      refusal = error;
      waiting.push(result);
    }
  }
  if (waiting.length === 0) return results;
  if (waiting.length === published.length) throw refusal;
  return [...results, ...(await releaseAll(waiting, release))];
};
