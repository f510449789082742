import type { Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';

/** The address that somebody has now, as a value to write: asked for within the statement that writes it. */
export const selectEmail = (tx: Tx, userId: number): Knex.QueryBuilder =>
  tx('users').where({ id: userId }).select('email');

/** SQL: the address that an account has now, or the one that was given by who has none. */
export const emailOf = (userId: string, email: string): string =>
  `coalesce(cast(${email} as text), (select u.email from users u where u.id = ${userId}))`;
