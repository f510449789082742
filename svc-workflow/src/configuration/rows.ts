import { isDeepStrictEqual } from 'node:util';
import { problem, type Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';

/** @throws 404 */
export const getById = <T extends { id: number }>(entities: readonly T[], id: number): T => {
  const entity = entities.find((candidate) => candidate.id === id);
  if (!entity) throw problem.notFound();
  return entity;
};

/** Groups rows by the key of `keyOf`, in their order. */
export const groupRows = <T>(rows: readonly T[], keyOf: (row: T) => number): ReadonlyMap<number, T[]> => {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
};

/** Replaces the rows of an owner unless they are equal; equal rows keep their ids. */
export const replaceRows = async (
  tx: Tx,
  table: string,
  own: Readonly<Record<string, number>>,
  parts: readonly object[],
): Promise<void> => {
  const rows = parts.map((part) => ({ ...own, ...part }));
  const stored: object[] = await tx(table)
    .where(own)
    .orderBy('id')
    .select(Object.keys(rows[0] ?? own));
  if (isDeepStrictEqual(stored, rows)) return;
  if (stored.length > 0) await tx(table).where(own).delete();
  if (rows.length > 0) await tx(table).insert(rows);
};

/** Runs queries sequentially in a transaction. Outside one, `readOrganization` runs them in one round trip. */
export const runQueries = async (queries: readonly Knex.QueryBuilder[]): Promise<unknown[][]> => {
  const results: unknown[][] = [];
  for (const query of queries) results.push(await query);
  return results;
};
