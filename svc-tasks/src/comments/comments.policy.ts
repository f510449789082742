import type { View } from '../tasks/tasks.policy';

export interface CommentVisibility {
  authorUserId: number;
  isVisibleToAuthor: boolean;
  visibleUserIds: readonly number[];
  visibleGroupIds: readonly number[];
}

/** Who reads the comments of a task that they see. */
export interface CommentReader {
  /** Undefined for visitors without an account. */
  userId: number | undefined;
  view: View;
  /**
   * Also visitors of a task whose author has not verified the address yet: its number is all that such an author has.
   * Afterwards the author signs in, and visitors are others.
   */
  isTaskAuthor: boolean;
  /** Groups whose things the reader sees. */
  groupIds: ReadonlySet<number>;
}

/**
 * Who sees a comment of a task that they see: without users and groups all members; with them only those and its
 * writer. What is marked visible to the author is for the task's author, too, and without users and groups for visitors.
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
