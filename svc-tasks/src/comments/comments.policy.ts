import type { Reader } from '../people/readers';
import type { View } from '../tasks/tasks.policy';

export interface CommentVisibility {
  authorUserId: number;
  isVisibleToAuthor: boolean;
  visibleUserIds: readonly number[];
  visibleGroupIds: readonly number[];
}

/**
 * Who sees a comment of a task that they see: without users and groups all members; with them only those and its
 * writer. The task's author sees what is marked visible to the author, and so do visitors.
 */
export const maySeeComment = (
  comment: CommentVisibility,
  view: View,
  reader: Reader,
  isTaskAuthor: boolean,
): boolean => {
  if (reader.userId !== undefined && comment.authorUserId === reader.userId) return true;
  if (comment.isVisibleToAuthor && (isTaskAuthor || view === 'visitor')) return true;
  if (view !== 'member') return false;
  const isRestricted = comment.visibleUserIds.length + comment.visibleGroupIds.length > 0;
  if (!isRestricted) return true;
  return (
    (reader.userId !== undefined && comment.visibleUserIds.includes(reader.userId)) ||
    reader.groupIds.some((id) => comment.visibleGroupIds.includes(id))
  );
};
