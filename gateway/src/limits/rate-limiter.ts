import { problem } from '@obieg/service-kit';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { isSharedByMembers, type LimitName, limitNames, reserveOf } from './limits';
import type { Principal } from './principal';

export interface RateLimiter {
  /** Counts a request of any kind by its client address. @throws 429 */
  countRequest(address: string): Promise<void>;
  /**
   * Counts a call of a principal and of its organization. While the organization is above its limit, each network
   * keeps a reserve, so that few callers cannot lock out the others. @throws 429
   */
  consume(limit: LimitName, principal: Principal): Promise<void>;
}

export interface RateLimits {
  /** Requests of any kind per minute and address. */
  requests: number;
  /** Per minute and principal, or organization. */
  points: Record<LimitName, number>;
  /** The limits of an organization, as a multiple of those of a principal. */
  organizationFactor: number;
}

const durationSeconds = 60;

const createCounter = (keyPrefix: string, points: number): RateLimiterMemory =>
  new RateLimiterMemory({ points, duration: durationSeconds, keyPrefix });

/** @returns the seconds to wait; undefined if the call is within the limit */
const take = async (counter: RateLimiterMemory, key: string): Promise<number | undefined> => {
  try {
    await counter.consume(key);
    return undefined;
  } catch (state) {
    // The in-memory store throws only when the limit is reached.
    return Math.max(1, Math.ceil((state as RateLimiterRes).msBeforeNext / 1_000));
  }
};

/**
 * Counts in memory, so n replicas allow up to n times as much. Limits that protect an account are in svc-identity's
 * database.
 */
export const createRateLimiter = (
  { requests, points, organizationFactor }: RateLimits,
  onRejected: (limit: string) => void,
): RateLimiter => {
  const requestCounter = createCounter('requests', requests);
  const counters = new Map(
    limitNames.map((name) => [
      name,
      {
        principal: createCounter(name, points[name]),
        organization: createCounter(`${name} of an organization`, points[name] * organizationFactor),
        reserve: createCounter(`${name} in reserve`, reserveOf(points[name])),
      },
    ]),
  );

  const takeOrThrow = async (limit: string, counter: RateLimiterMemory, key: string): Promise<void> => {
    const seconds = await take(counter, key);
    if (seconds === undefined) return;
    onRejected(limit);
    throw problem.tooMany(seconds);
  };

  return {
    countRequest: (address) => takeOrThrow('requests', requestCounter, address),
    consume: async (limit, { key, network, organization }) => {
      const counter = counters.get(limit);
      if (!counter) return;
      await takeOrThrow(limit, counter.principal, isSharedByMembers(limit) ? organization : key);
      if ((await take(counter.organization, organization)) === undefined) return;
      await takeOrThrow(`${limit}OfOrganization`, counter.reserve, `${organization} ${network}`);
    },
  };
};
