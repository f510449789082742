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
  isTaskAuthor: boolean;
  /** Groups whose things the reader sees. */
  groupIds: ReadonlySet<number>;
}

/**
 * Who sees a comment of a task that they see: without users and groups all members; with them only those and its
 * writer. The task's author sees what is marked visible to the author, and so do visitors.
 */
export const maySeeComment = (
  comment: CommentVisibility,
  { userId, view, isTaskAuthor, groupIds }: CommentReader,
): boolean => {
  if (userId !== undefined && comment.authorUserId === userId) return true;
  if (comment.isVisibleToAuthor && (isTaskAuthor || view === 'visitor')) return true;
  if (view !== 'member') return false;
  const isRestricted = comment.visibleUserIds.length + comment.visibleGroupIds.length > 0;
  if (!isRestricted) return true;
  return (
    (userId !== undefined && comment.visibleUserIds.includes(userId)) ||
    comment.visibleGroupIds.some((id) => groupIds.has(id))
  );
};
