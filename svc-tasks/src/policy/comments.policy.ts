import { callerSql, type ReaderSql } from '../groups/effective-groups';
import { isAuthorFor, type View } from './tasks.policy';

export interface CommentVisibility {
  authorUserId: number;
  isVisibleToAuthor: boolean;
  visibleUserIds: readonly number[];
  visibleGroupIds: readonly number[];
}

/** A caller who may see the task of the comments. */
export interface CommentReader {
  /** Undefined for visitors without an account. */
  userId: number | undefined;
  view: View;
  /**
   * Also true for visitors while the author's address is unverified, because such an author has only the task's
   * number. Once the address is verified, the author has an account, and visitors are other people.
   */
  isTaskAuthor: boolean;
  /** Groups that let the reader see tasks and comments, see `viewingGroupIds`. */
  groupIds: ReadonlySet<number>;
}

/**
 * Decides who sees a comment, given that the reader sees its task.
 * - The writer always sees it.
 * - Without visible users and groups, all members see it; with them, only the named users and groups.
 * - If it is marked visible to the author, the task's author sees it too, and visitors see it if it is unrestricted.
 */
export const maySeeComment = (
  comment: CommentVisibility,
  { userId, view, isTaskAuthor, groupIds }: CommentReader,
): boolean => {
  if (userId !== undefined && comment.authorUserId === userId) return true;
  if (comment.isVisibleToAuthor && isTaskAuthor) return true;
  const isRestricted = comment.visibleUserIds.length + comment.visibleGroupIds.length > 0;
  if (!isRestricted) return view === 'member' || (view === 'visitor' && comment.isVisibleToAuthor);
  if (view === 'visitor') return false;
  return (
    (userId !== undefined && comment.visibleUserIds.includes(userId)) ||
    comment.visibleGroupIds.some((id) => groupIds.has(id))
  );
};

/** SQL: the reader of a listed task `t` may read its comment `c`. The same rule as `maySeeComment`. */
export const isReadableCommentFor = (reader: ReaderSql, isMember: boolean): string => `(
  c.author_user_id = ${reader.id}
  or (c.is_visible_to_author and ${isAuthorFor(reader)})
  or ${reader.id} = any(c.visible_user_ids)
  or c.visible_group_ids && ${reader.viewingGroupIds}
  ${isMember ? 'or (cardinality(c.visible_user_ids) = 0 and cardinality(c.visible_group_ids) = 0)' : ''})`;

/** SQL: the caller, who sees the task `t`, may read its comment `c`. */
export const isReadableComment = (isMember: boolean): string => isReadableCommentFor(callerSql, isMember);
