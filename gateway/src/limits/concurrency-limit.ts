import { problem } from '@obieg/service-kit';

const retryAfterSeconds = 2;

/** Runs a call if the principal is below the limit. @throws 429 */
export type ConcurrencyLimit = (principal: string, call: () => Promise<void>) => Promise<void>;

/**
 * Limits concurrent calls per principal. Rate limits count only the start of a call, and a client can read a response
 * slowly.
 */
export const createConcurrencyLimit = (max: number, onRejected: () => void): ConcurrencyLimit => {
  const running = new Map<string, number>();
  return async (principal, call) => {
    const others = running.get(principal) ?? 0;
    if (others >= max) {
      onRejected();
      throw problem.tooMany(retryAfterSeconds);
    }
    running.set(principal, others + 1);
    try {
      await call();
    } finally {
      const left = (running.get(principal) ?? 1) - 1;
      if (left > 0) running.set(principal, left);
      else running.delete(principal);
    }
  };
};
