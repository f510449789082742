import type { Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';

/** Subquery for a user's current address, for use as a value in an insert. */
export const selectEmail = (tx: Tx, userId: number): Knex.QueryBuilder =>
  tx('users').where({ id: userId }).select('email');

/**
 * SQL: the name of the user `alias` in this organization. A membership has its own name only if another member has the
 * display name.
 */
export const nameOf = (alias: string): string => `coalesce((select named.shown_name from memberships named
  where named.organization_id = app_organization_id() and named.user_id = ${alias}.id), ${alias}.username)`;

/** SQL: the present name of the account with the id in a column; null without an account. */
export const nameOfAccount = (column: string): string =>
  `(select ${nameOf('named_user')} from users named_user where named_user.id = ${column})`;

/**
 * SQL: joins the membership of the user `alias` in this organization as `member`, for the following two. Only if it has
 * its own name: the index of those is a few pages, and a list looks each person up.
 */
export const joinMember = (alias: string, member: string): string => `left join memberships ${member}
  on ${member}.organization_id = app_organization_id() and ${member}.user_id = ${alias}.id
 and ${member}.shown_name is not null`;
/** SQL: as `nameOf`. */
export const nameIn = (alias: string, member: string): string =>
  `coalesce(${member}.shown_name, ${alias}.username)`;
/** SQL: the address to show beside the name, if another member has the display name; otherwise null. Only for members. */
export const addressHintIn = (alias: string, member: string): string =>
  `case when ${member}.shown_name is not null then ${alias}.email end`;

/** SQL: the given address of a visitor, otherwise the current address of the account. */
export const emailOf = (userId: string, email: string): string =>
  `coalesce(cast(${email} as text), (select u.email from users u where u.id = ${userId}))`;
