import type { Logger } from '@obieg/service-kit';
import { LRUCache } from 'lru-cache';

interface FormerCodeNamesOptions {
  /** Looks a former code name up in svc-identity. Rejects if it does not respond. */
  lookUp(code: string): Promise<string | undefined>;
  log: Logger;
}

/** As long as an unknown code name is cached: a code name may be in use again. */
const cacheMs = 5_000;
/** Guessed code names evict each other only. */
const maxCached = 2_000;

/** Caches which code name replaced a former one. A code name that replaced none is cached as `undefined`. */
export const createFormerCodeNames = ({ lookUp, log }: FormerCodeNamesOptions) => {
  const cached = new LRUCache<string, { present: string | undefined; expiresAt: number }>({ max: maxCached });
  /** Incremented by each event, so that a lookup started before an event is not cached. */
  let generation = 0;
  return {
    /** Returns undefined if svc-identity is unavailable, too: the address then answers as an unknown one. */
    find: async (code: string): Promise<string | undefined> => {
      const known = cached.get(code);
      if (known && known.expiresAt > Date.now()) return known.present;
      const startedIn = generation;
      try {
        const present = await lookUp(code);
        if (startedIn === generation) cached.set(code, { present, expiresAt: Date.now() + cacheMs });
        return present;
      } catch (error) {
        log.warn({ err: error, codeName: code }, 'cannot look up a former code name');
        return undefined;
      }
    },
    /** Forgets all names after an event about an organization. */
    clear: (): void => {
      generation += 1;
      cached.clear();
    },
  };
};
