import type { Actor } from '@obieg/service-kit';
import { callerSql, preparedReader, type ReaderSql } from './reader-sql';
import { hasBasePermission, isAuthorFor, isAuthorUnverified } from './tasks.policy';

/**
 * SQL: the reader of a listed task `t` may read its comment `c`.
 * - The writer always may.
 * - Without visible users and groups, all members may; with them, only the named users and groups.
 * - If it is marked visible to the author, the task's author may too.
 */
export const isReadableCommentFor = (reader: ReaderSql, isMember: boolean): string => `(
  c.author_user_id = ${reader.id}
  or (c.is_visible_to_author and ${isAuthorFor(reader)})
  or ${reader.id} = any(c.visible_user_ids)
  or c.visible_group_ids && ${reader.viewingGroupIds}
  ${isMember ? 'or (cardinality(c.visible_user_ids) = 0 and cardinality(c.visible_group_ids) = 0)' : ''})`;

/**
 * Every reader of a task may read such a comment: members, the author and visitors. Whatever it changes about the task
 * may show that it exists.
 */
export const isReadableByAllReaders = (comment: {
  is_visible_to_author: boolean;
  visible_user_ids: readonly number[];
  visible_group_ids: readonly number[];
}): boolean =>
  comment.is_visible_to_author &&
  comment.visible_user_ids.length === 0 &&
  comment.visible_group_ids.length === 0;

/** SQL: the caller, who lists the task `t`, may read its comment `c`. */
export const isReadableComment = (isMember: boolean): string => isReadableCommentFor(callerSql, isMember);

/**
 * SQL: the caller, who has only the number of the task `t`, may read its comment `c`: own comments, and unrestricted ones
 * that are marked visible to the author. While the author's address is unverified, the author has only the number, too,
 * so that the mark alone suffices. Once it is verified, the author has an account, and visitors are other people.
 */
const isReadableToVisitor = `(c.author_user_id = :readerId or (c.is_visible_to_author and (${isAuthorUnverified}
  or (cardinality(c.visible_user_ids) = 0 and cardinality(c.visible_group_ids) = 0))))`;

/** SQL: the caller, who may open the task `t`, may read its comment `c`. Needs `readerCte`. */
export const isReadableCommentOfOpened = (actor: Actor | undefined): string =>
  hasBasePermission(actor)
    ? isReadableCommentFor(preparedReader, true)
    : `(case when ${isAuthorFor(preparedReader)} then ${isReadableCommentFor(preparedReader, false)}
        else ${isReadableToVisitor} end)`;
