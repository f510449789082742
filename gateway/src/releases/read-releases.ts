import type { ReleasePointer } from '@obieg/contracts';
import {
  listRemoteIds,
  listStableVersions,
  type ObjectStore,
  readPointer,
  VersionRefusedError,
} from '@obieg/delivery';
import type { WantedRelease } from './claims';
import type { FollowedRelease, ReleaseReads } from './release-state';
import type { CachedVersion, VersionCache } from './version-cache';

/** A refused version is verified again after this time, because an operator may have repaired the store. */
const recheckMs = 30_000;

/** Earlier versions that a gateway tries if the stable one is refused. Each attempt reads a manifest. */
const fallbacksMax = 10;

const nothingReleased: ReleasePointer = { revision: 0, stable: null, canary: null, history: [] };

interface ReadOptions {
  store: ObjectStore;
  versions: Pick<VersionCache, 'load'>;
}

/** Reads the pointers in the store and verifies the versions that they name. */
export const createReleaseReader = ({ store, versions }: ReadOptions) => {
  /** @returns the reason if the version is refused @throws if the store is unavailable */
  const verify = async (
    id: string,
    version: string | null | undefined,
  ): Promise<CachedVersion | string | undefined> => {
    if (version === undefined || version === null) return undefined;
    try {
      return await versions.load(id, version);
    } catch (error) {
      if (error instanceof VersionRefusedError) return error.message;
      throw error;
    }
  };

  /** @returns the newest earlier version that all organizations got and that is not refused */
  const findFallback = async (id: string, pointer: ReleasePointer): Promise<CachedVersion | undefined> => {
    for (const version of listStableVersions(pointer).slice(1, 1 + fallbacksMax)) {
      const verified = await verify(id, version);
      if (typeof verified === 'object') return verified;
    }
    return undefined;
  };

  const verifyPointer = async (id: string, pointer: ReleasePointer): Promise<WantedRelease> => {
    const [stable, canary] = await Promise.all([
      verify(id, pointer.stable),
      verify(id, pointer.canary?.version),
    ]);
    const refusals = [stable, canary].filter((result) => typeof result === 'string');
    return {
      id,
      pointer,
      stable: typeof stable === 'string' ? undefined : stable,
      canary: typeof canary === 'string' ? undefined : canary,
      fallback: typeof stable === 'string' ? await findFallback(id, pointer) : undefined,
      refusal: refusals.length > 0 ? refusals.join(' ') : null,
    };
  };

  /** @returns undefined if the remote has no pointer @throws if the store is unavailable */
  const readOne = async (
    id: string,
    known: FollowedRelease | undefined,
  ): Promise<FollowedRelease | undefined> => {
    try {
      const found = await readPointer(store, id);
      if (!found) return undefined;
      const isDue = known?.recheckAt !== undefined && known.recheckAt <= Date.now();
      if (known?.tag === found.tag && !isDue) return known;
      const release = await verifyPointer(id, found.pointer);
      const recheckAt = release.refusal === null ? undefined : Date.now() + recheckMs;
      return { tag: found.tag, release, recheckAt };
    } catch (error) {
      if (!(error instanceof VersionRefusedError)) throw error;
      // A damaged pointer is a problem of its remote, not of the store.
      const last = known?.release ?? {
        id,
        pointer: nothingReleased,
        stable: undefined,
        canary: undefined,
        fallback: undefined,
      };
      return { tag: '', release: { ...last, refusal: error.message }, recheckAt: undefined };
    }
  };

  /** Reads all pointers. @throws if the store cannot be listed */
  return async (known: ReadonlyMap<string, FollowedRelease>): Promise<ReleaseReads> => {
    const ids = await listRemoteIds(store);
    const found = new Map<string, FollowedRelease>();
    const failed = new Map<string, unknown>();
    const read = async (id: string): Promise<void> => {
      try {
        const release = await readOne(id, known.get(id));
        if (release) found.set(id, release);
      } catch (error) {
        failed.set(id, error);
      }
    };
    await Promise.all(ids.map(read));
    return { found, failed };
  };
};
