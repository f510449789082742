import type { Tx } from '@obieg/service-kit';

/** How often something may happen in a time that moves along with the clock: a row for each time, counted together. */
export interface Budget {
  table: string;
  /** The column that says when. */
  at: string;
  times: number;
  windowSeconds: number;
  /** Between one and the next, however many are left. */
  secondsBetween?: number;
}

export const hourSeconds = 3_600;

interface Spent {
  count: number;
  secondsSinceFirst: number | null;
  secondsSinceLast: number | null;
}

/**
 * Seconds until the budget of whoever has these values lets it happen once more; 0 when it may now. Who goes on to write
 * the row holds a lock on the values, so that two at once do not both find the last place free.
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
  const forTheWindow = count < times ? 0 : windowSeconds - (secondsSinceFirst ?? 0);
  // Negative of one that began later and was written while this one waited.
  const sinceLast = secondsSinceLast === null ? 0 : secondsBetween - Math.max(0, secondsSinceLast);
  return Math.max(0, Math.ceil(Math.max(forTheWindow, sinceLast)));
};
