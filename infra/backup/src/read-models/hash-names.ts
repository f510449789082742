import { createHash } from 'node:crypto';
import { presentName } from '@obieg/contracts';
import type pg from 'pg';
import type { Digest } from './read-model';

/**
 * Digests names as svc-identity publishes them. It rewrites names that were accepted before names had to be plain, which
 * SQL cannot. Names that are already published stay as they are.
 */
export const hashNames = async (client: pg.Client, sql: string): Promise<Digest> => {
  const { rows } = await client.query<{ id: string; name: string }>(sql);
  const hash = createHash('sha256');
  for (const { id, name } of rows) hash.update(JSON.stringify([id, presentName(name, true)]));
  return { count: String(rows.length), digest: hash.digest('hex') };
};
