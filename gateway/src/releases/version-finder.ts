import { remoteVersionSchema } from '@obieg/contracts';
import { listVersions, type ObjectStore, VersionRefusedError } from '@obieg/delivery';
import type { Logger } from '@obieg/service-kit';
import { LRUCache } from 'lru-cache';
import type { CachedVersion, VersionCache } from './version-cache';

interface VersionFinderOptions {
  store: ObjectStore;
  versions: VersionCache;
  /** Whether pages may have received files of this id. */
  isReleased(id: string): boolean;
  log: Logger;
}

/** Requests for unknown versions list the store at most once in this time and per remote. */
const listingMs = 5_000;
/** A version that was refused, or could not be read, is not tried again for this time. */
const failedMs = 10_000;

/**
 * Finds versions that open tabs still need. An unknown version costs no access to the store beyond one listing per
 * remote and five seconds.
 */
export const createVersionFinder = ({ store, versions, isReleased, log }: VersionFinderOptions) => {
  const listings = new LRUCache<string, Promise<ReadonlySet<string>>>({ max: 1_000, ttl: listingMs });
  const failed = new LRUCache<string, true>({ max: 1_000, ttl: failedMs });

  const list = (id: string): Promise<ReadonlySet<string>> => {
    const known = listings.get(id);
    if (known) return known;
    const listing = listVersions(store, id).then((names) => new Set(names));
    listings.set(id, listing);
    return listing;
  };

  const load = async (id: string, version: string): Promise<CachedVersion | undefined> => {
    const key = `${id}/${version}`;
    if (failed.has(key)) return undefined;
    try {
      if (!(await list(id)).has(version)) return undefined;
      return await versions.load(id, version);
    } catch (error) {
      failed.set(key, true);
      const reason = error instanceof VersionRefusedError ? error.message : error;
      log.warn({ remote: id, version, reason }, 'cannot serve a version');
      return undefined;
    }
  };

  return {
    /** @returns undefined if the version does not exist or is refused */
    find: async (id: string, version: string): Promise<CachedVersion | undefined> => {
      const known = versions.find(id, version);
      if (known) return known;
      // Bounds the keys of the negative cache: ids and versions come from the client.
      if (!isReleased(id) || !remoteVersionSchema.safeParse(version).success) return undefined;
      return load(id, version);
    },
    /** Versions that the store has. @throws if it is unavailable */
    list,
  };
};
export type VersionFinder = ReturnType<typeof createVersionFinder>;
