import type { Tx } from './transaction';

/**
 * Deletes expired rows unless another process is deleting the same ones. Two deletions can lock their rows in different
 * orders, for example in two parallel scans of a large table, and deadlock. @returns 0 if another process sweeps
 */
export const sweepAlone = async (
  tx: Tx,
  what: string,
  deleteRows: () => PromiseLike<number>,
): Promise<number> => {
  const { rows } = await tx.raw<{ rows: { isAlone: boolean }[] }>(
    `select pg_try_advisory_xact_lock(hashtextextended(?, 0)) as "isAlone"`,
    [`sweep ${what}`],
  );
  return rows[0]?.isAlone ? deleteRows() : 0;
};
