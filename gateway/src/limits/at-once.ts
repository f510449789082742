import { problem } from '@obieg/service-kit';

const retryAfterSeconds = 2;

/** Runs a call if the principal is below the limit. @throws 429 */
export type AtOnceLimit = (principal: string, call: () => Promise<void>) => Promise<void>;

/**
 * Limits concurrent calls per principal. Rate limits count only the start of a call, and a client can read a response
 * slowly.
 */
export const createAtOnceLimit = (max: number, onRefused: () => void): AtOnceLimit => {
  const underWay = new Map<string, number>();
  return async (principal, call) => {
    const others = underWay.get(principal) ?? 0;
    if (others >= max) {
      onRefused();
      throw problem.tooMany(retryAfterSeconds);
    }
    underWay.set(principal, others + 1);
    try {
      await call();
    } finally {
      const left = (underWay.get(principal) ?? 1) - 1;
      if (left > 0) underWay.set(principal, left);
      else underWay.delete(principal);
    }
  };
};
