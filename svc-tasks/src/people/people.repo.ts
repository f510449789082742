import type { Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';

/** The address that somebody has now, as a value to write: asked for within the statement that writes it. */
export const selectEmail = (tx: Tx, userId: number): Knex.QueryBuilder =>
  tx('users').where({ id: userId }).select('email');
