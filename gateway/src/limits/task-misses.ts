import { EventEmitter, once } from 'node:events';
import { problem } from '@obieg/service-kit';
import { LRUCache } from 'lru-cache';

const hourMs = 3_600_000;
/** Room is taken for all of them from the start, 40 bytes each. */
const keptMax = 10_000;
/** Of all principals together. */
const foundMax = 10_000;
/** Longer ones are no task numbers. */
const keptLength = 50;

/** Tells the status of the answer as it begins; without one there was no answer. Only the first call counts. */
export type SettleTry = (status?: number) => void;

export interface TaskMisses {
  /**
   * Takes one miss from what the principal has left, until the answer is known. Waits where others have taken all of it;
   * throws a problem: 429 when nothing is left, 503 when it has waited too long. Neither takes a miss nor waits for a
   * number that was there for the principal before.
   */
  reserve(principal: string, taskNumber: string): Promise<SettleTry>;
}

interface TaskMissesOptions {
  /** Misses of one principal an hour. */
  max: number;
  waitMs: number;
  onRefused: () => void;
}

/**
 * Counts, in the memory of this process, who asks for which task numbers that are not there for them. A number that is
 * tried has its place before it is answered, so that many guesses at once find no more than one after another; one that is
 * right gives its place back, and whoever has only such is never refused. The same number again says nothing new, nor does
 * one that was there for them before: a page asks for a task part by part, and once more when it has gone out of its
 * reader's sight, as each task does that somebody hands on.
 */
export const createTaskMisses = ({ max, waitMs, onRefused }: TaskMissesOptions): TaskMisses => {
  /** Of each principal the numbers that are not there; an hour begins with the first of them. */
  const missed = new LRUCache<string, Set<string>>({ max: keptMax, ttl: hourMs, noUpdateTTL: true });
  /** Principals with a number that was there for them; what is forgotten counts as never tried. */
  const found = new LRUCache<string, true>({ max: foundMax });
  /** Of each principal the numbers that are tried now, each with its calls. */
  const tries = new Map<string, Map<string, number>>();
  /** Emits the principal when one of its numbers is known. */
  const known = new EventEmitter().setMaxListeners(0);

  const countMiss = (principal: string, number: string): void => {
    const numbers = missed.get(principal) ?? new Set<string>();
    missed.set(principal, numbers.add(number));
  };
  const foundKey = (principal: string, number: string) => `${principal} ${number}`;
  const hasPlace = (principal: string, number: string): boolean => {
    const left = max - (missed.get(principal)?.size ?? 0);
    if (left <= 0) {
      onRefused();
      throw problem.tooMany(Math.max(1, Math.ceil(missed.getRemainingTTL(principal) / 1_000)));
    }
    const tried = tries.get(principal);
    return !tried || tried.has(number) || tried.size < left;
  };
  const takePlace = (principal: string, number: string): void => {
    const tried = tries.get(principal) ?? new Map<string, number>();
    tries.set(principal, tried.set(number, (tried.get(number) ?? 0) + 1));
  };
  const giveBack = (principal: string, number: string): void => {
    const tried = tries.get(principal);
    const others = (tried?.get(number) ?? 1) - 1;
    if (others > 0) tried?.set(number, others);
    else tried?.delete(number);
    if (tried?.size === 0) tries.delete(principal);
    known.emit(principal);
  };

  return {
    reserve: async (principal, taskNumber) => {
      const number = taskNumber.slice(0, keptLength);
      const key = foundKey(principal, number);
      let deadline: AbortSignal | undefined;
      while (!found.has(key) && !hasPlace(principal, number)) {
        deadline ??= AbortSignal.timeout(waitMs);
        await once(known, principal, { signal: deadline }).catch(() => {
          throw problem.unavailable();
        });
      }
      const needsPlace = !found.has(key);
      if (needsPlace) takePlace(principal, number);
      let isSettled = false;
      return (status) => {
        if (isSettled) return;
        isSettled = true;
        if (status === 404) {
          if (!found.has(key)) countMiss(principal, number);
        } else if (status !== undefined && status < 400) found.set(key, true);
        if (needsPlace) giveBack(principal, number);
      };
    },
  };
};
