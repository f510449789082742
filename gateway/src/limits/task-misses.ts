import { EventEmitter, once } from 'node:events';
import { problem } from '@obieg/service-kit';
import { LRUCache } from 'lru-cache';

const hourMs = 3_600_000;
/** Allocated in advance, 40 bytes each. */
const keptMax = 10_000;
/** Shared by all principals. */
const foundMax = 10_000;
/** Longer texts are not task numbers. */
const keptLength = 50;

/** Reports the status when the response starts; without a status there was no response. Only the first call counts. */
export type SettleTry = (status?: number) => void;

export interface TaskMisses {
  /**
   * Reserves one of the principal's remaining misses until the status is known. Waits while other requests hold them
   * all. A number that the principal found before needs no reservation. @throws 429 if none remain, 503 after waiting
   * too long
   */
  reserve(principal: string, taskNumber: string): Promise<SettleTry>;
}

interface TaskMissesOptions {
  /** Misses per principal and hour. */
  max: number;
  waitMs: number;
  onRefused: () => void;
}

/**
 * Limits guessing of task numbers. A request reserves a miss before it is answered, so parallel guesses find no more
 * than sequential ones. A correct number returns its reservation, so users with only correct numbers are never
 * refused. Repeating a number costs nothing, nor does a number that the principal found before: a page requests a
 * task in several parts, and again after the task became invisible.
 */
export const createTaskMisses = ({ max, waitMs, onRefused }: TaskMissesOptions): TaskMisses => {
  /** Missed numbers per principal. The hour starts with the first one. */
  const missed = new LRUCache<string, Set<string>>({ max: keptMax, ttl: hourMs, noUpdateTTL: true });
  /** Principals with a found number. An evicted entry counts as new. */
  const found = new LRUCache<string, true>({ max: foundMax });
  /** Numbers being requested per principal, with the count of requests. */
  const tries = new Map<string, Map<string, number>>();
  /** Emits the principal when the status of one of its numbers is known. */
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
