import { LRUCache } from 'lru-cache';
import type { RateLimiter } from './rate-limiter';

const hourMs = 3_600_000;
const keptMax = 50_000;

/**
 * Counts who asked for which task numbers that are not there for them. The same number again says nothing new: a page
 * whose task has just gone out of its reader's sight asks for all of its parts.
 */
export const createMissCounter = (limiter: RateLimiter) => {
  const missed = new LRUCache<string, true>({ max: keptMax, ttl: hourMs });
  return {
    count: async (principal: string, taskNumber: string): Promise<void> => {
      const miss = `${principal} ${taskNumber.slice(0, 50)}`;
      if (missed.has(miss)) return;
      missed.set(miss, true);
      // The call has been answered; the next one finds that nothing is left.
      await limiter.consume('taskMisses', principal).catch(() => undefined);
    },
  };
};
