interface Line {
  busy: number;
  waiting: (() => void)[];
}

export interface Turns {
  /** Waits for a turn. @returns a function that gives it back @throws after the waiting time */
  take(key: number): Promise<() => void>;
}

interface TurnsOptions {
  /** Maximum concurrent turns of one key. */
  max: number;
  waitMs: number;
  refuse(): Error;
}

/** Limits concurrent work per key, first come, first served. A key that exceeds its limit waits only for itself. */
export const createTurns = ({ max, waitMs, refuse }: TurnsOptions): Turns => {
  const lines = new Map<number, Line>();

  const wait = (line: Line): Promise<void> =>
    new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(enter), 1);
        reject(refuse());
      }, waitMs);
      line.waiting.push(enter);
    });

  return {
    take: async (key) => {
      const line = lines.get(key) ?? { busy: 0, waiting: [] };
      lines.set(key, line);
      if (line.busy < max) line.busy += 1;
      else await wait(line);
      return () => {
        // A turn that passes to the next waiting caller stays counted.
        const next = line.waiting.shift();
        if (next) return next();
        line.busy -= 1;
        if (line.busy === 0) lines.delete(key);
      };
    },
  };
};
