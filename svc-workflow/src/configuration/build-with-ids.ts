import type { Tx } from '@obieg/service-kit';
import type { NewRows } from '../model/new-rows';

/** Reserves ids of tables, ascending. Rows that refer to each other need their ids before they are written. */
const reserveRows = async (tx: Tx, counts: ReadonlyMap<string, number>): Promise<NewRows> => {
  const { rows } = await tx.raw<{ rows: { table_name: string; id: number; now: Date }[] }>(
    `select c.key as table_name, nextval(pg_get_serial_sequence(c.key, 'id')) as id, now()
       from jsonb_each_text(?::jsonb) c, generate_series(1, c.value::int)`,
    [JSON.stringify(Object.fromEntries(counts))],
  );
  const unused = [...rows].sort((one, other) => one.id - other.id);
  const idsOf = new Map(
    [...counts.keys()].map((table) => [table, unused.filter((row) => row.table_name === table).values()]),
  );
  const takeId = (table: string): number => {
    const row = idsOf.get(table)?.next().value;
    if (!row) throw new Error(`No id of ${table} is left`);
    return row.id;
  };
  return { takeId, now: rows[0]?.now ?? new Date() };
};

/** Higher than the ids of all sequences, as new ids are. */
const firstCountedId = 2 ** 52;

/** Builds with the ids that the new rows get. Builds twice: the first time counts the ids. */
export const buildWithIds = async <T>(tx: Tx, build: (newRows: NewRows) => T): Promise<T> => {
  const counts = new Map<string, number>();
  const countId = (table: string): number => {
    const count = counts.get(table) ?? 0;
    counts.set(table, count + 1);
    return firstCountedId + count;
  };
  const counted = build({ takeId: countId, now: new Date() });
  return counts.size === 0 ? counted : build(await reserveRows(tx, counts));
};
