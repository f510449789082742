import { problem } from '@obieg/service-kit';

const retryAfterSeconds = 2;

/** Runs a call while its principal has few others under way; else throws a problem (429). */
export type AtOnceLimit = (principal: string, call: () => Promise<void>) => Promise<void>;

/**
 * How many calls one principal has under way at once: the rates count beginnings, and a client may take as long as it
 * likes to read an answer.
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
