import { problem } from '@obieg/service-kit';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { type LimitName, limitNames } from './limits';

export interface RateLimiter {
  /** Counts one call; 429 when the principal has none left. `principal` is a verified user or a client address. */
  consume(limit: LimitName, principal: string): Promise<void>;
}

const durationSeconds = 60;

const refuse = (state: Pick<RateLimiterRes, 'msBeforeNext'>, onRefused: () => void): never => {
  onRefused();
  throw problem.tooMany(Math.max(1, Math.ceil(state.msBeforeNext / 1_000)));
};

/**
 * Counts in this process' memory: with n replicas a client gets up to n times as much. What protects an account is
 * counted in svc-identity's database instead.
 */
export const createRateLimiter = (
  points: Record<LimitName, number>,
  onRefused: (limit: LimitName) => void,
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
        // In memory nothing can fail: what is rejected is the refusal.
        refuse(state as RateLimiterRes, () => onRefused(limit));
      }
    },
  };
};
