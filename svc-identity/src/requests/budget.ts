import type { Tx } from '@obieg/service-kit';

/** A sliding-window rate limit. Each event is a row. */
export interface Budget {
  table: string;
  /** Column with the time of the event. */
  at: string;
  times: number;
  windowSeconds: number;
  /** Minimum time between two events. */
  secondsBetween?: number;
}

export const hourSeconds = 3_600;

interface Spent {
  count: number;
  secondsSinceFirst: number | null;
  secondsSinceLast: number | null;
}

/**
 * Returns the seconds until the limit allows another event; 0 if it does now. The caller holds a lock on the values
 * until it inserts the row, so that two concurrent calls cannot take the same place.
 */
export const secondsUntilNext = async (
  tx: Tx,
  { table, at, times, windowSeconds, secondsBetween = 0 }: Budget,
  whose: Record<string, string | number>,
): Promise<number> => {
  const [spent] = await tx(table)
    .where(whose)
    .whereRaw('?? > now() - make_interval(secs => ?)', [at, windowSeconds])
    .select<Spent[]>(
      tx.raw('count(*)::int as count'),
      tx.raw('extract(epoch from now() - min(??))::float8 as "secondsSinceFirst"', [at]),
      tx.raw('extract(epoch from now() - max(??))::float8 as "secondsSinceLast"', [at]),
    );
  const { count, secondsSinceFirst, secondsSinceLast } = spent as Spent;
  const windowSecondsLeft = count < times ? 0 : windowSeconds - (secondsSinceFirst ?? 0);
  // `secondsSinceLast` is negative if the other transaction started later but wrote first.
  const intervalSecondsLeft = secondsSinceLast === null ? 0 : secondsBetween - Math.max(0, secondsSinceLast);
  return Math.max(0, Math.ceil(Math.max(windowSecondsLeft, intervalSecondsLeft)));
};
