import { problem } from '@obieg/service-kit';
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

/** Runs queries sequentially in a transaction. Outside one, `readOrganization` runs them in one round trip. */
export const runQueries = async (queries: readonly Knex.QueryBuilder[]): Promise<unknown[][]> => {
  const results: unknown[][] = [];
  for (const query of queries) results.push(await query);
  return results;
};
