import { problem } from '@obieg/service-kit';
import { reserveOf } from './limits';
import type { Principal } from './principal';

const retryAfterSeconds = 2;

/** Runs a call if the principal and its organization are below their limits. @throws 429 */
export type ConcurrencyLimit = (
  principal: Pick<Principal, 'key' | 'organization'>,
  call: () => Promise<void>,
) => Promise<void>;

interface ConcurrencyOptions {
  /** Per principal. */
  max: number;
  /** The limit of an organization, as a multiple of `max`. */
  organizationFactor: number;
  onRejected(): void;
}

/**
 * Limits concurrent calls. Rate limits count only the start of a call, and a client can read a response slowly. While
 * the organization is above its limit, each principal keeps a reserve.
 */
export const createConcurrencyLimit = ({
  max,
  organizationFactor,
  onRejected,
}: ConcurrencyOptions): ConcurrencyLimit => {
  const running = new Map<string, number>();
  const countOf = (key: string): number => running.get(key) ?? 0;
  const change = (key: string, difference: number): void => {
    const count = countOf(key) + difference;
    if (count > 0) running.set(key, count);
    else running.delete(key);
  };
  return async ({ key, organization }, call) => {
    const isOrganizationFull = countOf(organization) >= max * organizationFactor;
    if (countOf(key) >= (isOrganizationFull ? reserveOf(max) : max)) {
      onRejected();
      throw problem.tooMany(retryAfterSeconds);
    }
    for (const counted of [key, organization]) change(counted, 1);
    try {
      await call();
    } finally {
      for (const counted of [key, organization]) change(counted, -1);
    }
  };
};
