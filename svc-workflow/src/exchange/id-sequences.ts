import type { Tx } from '@obieg/service-kit';

/** Reserves ids of a table, ascending. Rows that refer to each other need their ids before they are written. */
export const reserveIds = async (tx: Tx, table: string, count: number): Promise<number[]> => {
  if (count === 0) return [];
  const { rows } = await tx.raw<{ rows: { id: number }[] }>(
    `select nextval(pg_get_serial_sequence(?, 'id')) as id from generate_series(1, ?)`,
    [table, count],
  );
  return rows.map(({ id }) => id).sort((one, other) => one - other);
};
