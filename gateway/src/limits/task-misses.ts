import { EventEmitter, once } from 'node:events';
import { problem } from '@obieg/service-kit';
import { LRUCache } from 'lru-cache';

const hourMs = 3_600_000;
/** Maximum number of tracked principals. Allocated in advance, 40 bytes each. */
const principalsMax = 10_000;
/** Shared by all principals. */
const foundMax = 10_000;
/** Longer texts are not task numbers. */
const taskNumberMaxLength = 50;

/**
 * Settles a reservation with the response's status, or without one if there was no response. Repeated calls have no
 * effect.
 */
export type SettleReservation = (status?: number) => void;

export interface TaskMisses {
  /**
   * Reserves one of the principal's remaining misses until the status is known. Waits while other requests have
   * reserved all of them. A number that the principal found before needs no reservation. @throws 429 if none remain,
   * 503 after waiting too long
   */
  reserve(principal: string, taskNumber: string): Promise<SettleReservation>;
}

interface TaskMissesOptions {
  /** Misses per principal and hour. */
  max: number;
  waitMs: number;
  onRejected: () => void;
}

/**
 * Limits guessing of task numbers. A request reserves a miss before its response, so parallel guesses find no more
 * than sequential ones. A correct number returns its reservation, so users with only correct numbers are never
 * rejected. A repeated number counts once, and a number that the principal found before never counts. A page requests
 * a task in several parts, and again after the task became invisible.
 *
 * Each gateway counts alone, in memory. With n gateways a client can therefore guess n times as often, of 9·10^11
 * numbers (docs/explanation/rate-limits.md).
 */
export const createTaskMisses = ({ max, waitMs, onRejected }: TaskMissesOptions): TaskMisses => {
  /** Missed numbers per principal. The hour starts with the first one. */
  const missed = new LRUCache<string, Set<string>>({ max: principalsMax, ttl: hourMs, noUpdateTTL: true });
  /** Found numbers, by principal and number. An evicted entry counts as new. */
  const found = new LRUCache<string, true>({ max: foundMax });
  /** Reserved numbers per principal, with the count of running requests. */
  const reserved = new Map<string, Map<string, number>>();
  /** Emits the principal when the status of one of its numbers is known. */
  const settled = new EventEmitter().setMaxListeners(0);

  const countMiss = (principal: string, number: string): void => {
    const numbers = missed.get(principal) ?? new Set<string>();
    missed.set(principal, numbers.add(number));
  };
  const foundKey = (principal: string, number: string) => `${principal} ${number}`;
  const canReserve = (principal: string, number: string): boolean => {
    const left = max - (missed.get(principal)?.size ?? 0);
    if (left <= 0) {
      onRejected();
      throw problem.tooMany(Math.max(1, Math.ceil(missed.getRemainingTTL(principal) / 1_000)));
    }
    const numbers = reserved.get(principal);
    return !numbers || numbers.has(number) || numbers.size < left;
  };
  const addReservation = (principal: string, number: string): void => {
    const numbers = reserved.get(principal) ?? new Map<string, number>();
    reserved.set(principal, numbers.set(number, (numbers.get(number) ?? 0) + 1));
  };
  const releaseReservation = (principal: string, number: string): void => {
    const numbers = reserved.get(principal);
    const others = (numbers?.get(number) ?? 1) - 1;
    if (others > 0) numbers?.set(number, others);
    else numbers?.delete(number);
    if (numbers?.size === 0) reserved.delete(principal);
    settled.emit(principal);
  };

  return {
    reserve: async (principal, taskNumber) => {
      const number = taskNumber.slice(0, taskNumberMaxLength);
      const key = foundKey(principal, number);
      let deadline: AbortSignal | undefined;
      while (!found.has(key) && !canReserve(principal, number)) {
        deadline ??= AbortSignal.timeout(waitMs);
        await once(settled, principal, { signal: deadline }).catch(() => {
          throw problem.unavailable();
        });
      }
      const needsReservation = !found.has(key);
      if (needsReservation) addReservation(principal, number);
      let isSettled = false;
      return (status) => {
        if (isSettled) return;
        isSettled = true;
        if (status === 404) {
          if (!found.has(key)) countMiss(principal, number);
        } else if (status !== undefined && status < 400) found.set(key, true);
        if (needsReservation) releaseReservation(principal, number);
      };
    },
  };
};
