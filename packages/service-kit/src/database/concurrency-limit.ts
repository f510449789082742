interface Slots {
  inUse: number;
  waiting: (() => void)[];
}

export interface ConcurrencyLimit {
  /** Waits for a free slot. @returns a function that releases it @throws after the waiting time */
  acquire(key: number): Promise<() => void>;
}

interface ConcurrencyLimitOptions {
  /** Maximum number of slots in use by one key. */
  max: number;
  waitMs: number;
  /** Creates the error after the waiting time. */
  createError(): Error;
}

/** Limits concurrent work per key, first come, first served. A key at its limit does not delay other keys. */
export const createConcurrencyLimit = ({
  max,
  waitMs,
  createError,
}: ConcurrencyLimitOptions): ConcurrencyLimit => {
  const slotsByKey = new Map<number, Slots>();

  const wait = (slots: Slots): Promise<void> =>
    new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        slots.waiting.splice(slots.waiting.indexOf(enter), 1);
        reject(createError());
      }, waitMs);
      slots.waiting.push(enter);
    });

  return {
    acquire: async (key) => {
      const slots = slotsByKey.get(key) ?? { inUse: 0, waiting: [] };
      slotsByKey.set(key, slots);
      if (slots.inUse < max) slots.inUse += 1;
      else await wait(slots);
      return () => {
        // A slot that passes to the next waiting caller stays in use.
        const next = slots.waiting.shift();
        if (next) return next();
        slots.inUse -= 1;
        if (slots.inUse === 0) slotsByKey.delete(key);
      };
    },
  };
};
