import type pg from 'pg';
import type { DatabaseName } from '../database/connect';

/** A query in a service's database. */
export type Query = [DatabaseName, string];

/** Number of the rows of a query, and a value that changes with each of their values. */
export interface Digest {
  count: string;
  digest: string;
}

/** Queries of an owner and of a copy. Their rows are equal if the copy is correct. */
export interface ReadModel {
  name: string;
  owner: Query;
  copy: Query;
  /** Replaces the comparison in SQL. */
  digest?(client: pg.Client, sql: string): Promise<Digest>;
}
