import type { Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';

/** Subquery for a user's current address, for use as a value in an insert. */
export const selectEmail = (tx: Tx, userId: number): Knex.QueryBuilder =>
  tx('users').where({ id: userId }).select('email');

/** SQL: the given address of a visitor, otherwise the current address of the account. */
export const emailOf = (userId: string, email: string): string =>
  `coalesce(cast(${email} as text), (select u.email from users u where u.id = ${userId}))`;
