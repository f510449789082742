import { problem } from '@obieg/service-kit';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { type LimitName, limitNames } from './limits';

export interface RateLimiter {
  /** Counts a call of a user or client address. @throws 429 */
  consume(limit: LimitName, principal: string): Promise<void>;
}

const durationSeconds = 60;

const throwTooMany = (state: Pick<RateLimiterRes, 'msBeforeNext'>, onRejected: () => void): never => {
  onRejected();
  throw problem.tooMany(Math.max(1, Math.ceil(state.msBeforeNext / 1_000)));
};

/**
 * Counts in memory, so n replicas allow up to n times as much. Limits that protect an account are in svc-identity's
 * database.
 */
export const createRateLimiter = (
  points: Record<LimitName, number>,
  onRejected: (limit: LimitName) => void,
): RateLimiter => {
  const limiters = new Map(
    limitNames.map((name) => [
      name,
      new RateLimiterMemory({ points: points[name], duration: durationSeconds, keyPrefix: name }),
    ]),
  );
  const get = (limit: LimitName): RateLimiterMemory => limiters.get(limit) as RateLimiterMemory;
  return {
    consume: async (limit, principal) => {
      try {
        await get(limit).consume(principal);
      } catch (state) {
        // The in-memory store throws only when the limit is reached.
        throwTooMany(state as RateLimiterRes, () => onRejected(limit));
      }
    },
  };
};
