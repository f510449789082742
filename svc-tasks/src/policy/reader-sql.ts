import { viewingGroupIds, viewingGroupIdsOf } from '../groups/effective-groups';

/** The reader of a rule about tasks or comments. */
export interface ReaderSql {
  /** SQL: the user's id; null for visitors. */
  id: string;
  /** SQL: a bigint[] of the groups that let the reader see their tasks and comments. */
  viewingGroupIds: string;
  /** SQL: the address that the reader has verified in the organization, in lower case; null without one. */
  verifiedEmail: string;
}

export const readerSqlOf = (id: string, groupIds = viewingGroupIdsOf(id)): ReaderSql => ({
  id,
  viewingGroupIds: groupIds,
  verifiedEmail: `(select lower(u.email) from users u join memberships m on m.user_id = u.id
    where u.id = ${id} and m.is_email_verified)`,
});

/** The caller of a request, as the binding `:readerId`. */
export const callerSql: ReaderSql = readerSqlOf(':readerId');

/**
 * The caller for a statement that reads rows that the caller may not see. PostgreSQL evaluates the fragments of
 * `callerSql` when it meets the first row that needs them, so that the duration would tell of one hidden row: 0.1 ms.
 * A statement with `readerCte` and `isReaderRead` evaluates them once in any case.
 */
export const preparedReader: ReaderSql = {
  id: ':readerId',
  viewingGroupIds: 'cast((select group_ids from reader) as bigint[])',
  verifiedEmail: '(select verified_email from reader)',
};

/** SQL: the first query of a `with`, for `preparedReader`. */
export const readerCte = `reader as materialized (select ${viewingGroupIds} as group_ids, ${callerSql.verifiedEmail} as verified_email)`;

/** SQL: a true condition that reads `readerCte` before any row. */
export const isReaderRead = '(select count(*) from reader) = 1';
