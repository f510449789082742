import type {
  AssignmentHistoryEntry,
  ChangeHistoryEntry,
  Comment,
  StatusHistoryEntry,
} from '@obieg/contracts';

export type ActivityEntry =
  | { kind: 'comment'; id: string; at: string; comment: Comment }
  | { kind: 'status'; id: string; at: string; change: StatusHistoryEntry }
  | { kind: 'assignment'; id: string; at: string; change: AssignmentHistoryEntry }
  | { kind: 'change'; id: string; at: string; change: ChangeHistoryEntry };

export interface ActivitySources {
  comments: readonly Comment[];
  statusHistory: readonly StatusHistoryEntry[];
  assignmentHistory: readonly AssignmentHistoryEntry[];
  changeHistory: readonly ChangeHistoryEntry[];
}

/** Everything that happened with a task as one stream, oldest first (spec 3 §2). */
export const mergeActivity = ({
  comments,
  statusHistory,
  assignmentHistory,
  changeHistory,
}: ActivitySources): ActivityEntry[] =>
  [
    ...statusHistory.map(
      (change): ActivityEntry => ({
        kind: 'status',
        id: `status-${change.id}`,
        at: change.changedAt,
        change,
      }),
    ),
    ...assignmentHistory.map(
      (change): ActivityEntry => ({
        kind: 'assignment',
        id: `assignment-${change.id}`,
        at: change.changedAt,
        change,
      }),
    ),
    ...changeHistory.map(
      (change): ActivityEntry => ({
        kind: 'change',
        id: `change-${change.id}`,
        at: change.changedAt,
        change,
      }),
    ),
    ...comments.map(
      (comment): ActivityEntry => ({
        kind: 'comment',
        id: `comment-${comment.id}`,
        at: comment.createdAt,
        comment,
      }),
    ),
    // What happened at once stays in the order of cause and effect: sorting is stable.
  ].sort((one, other) => one.at.localeCompare(other.at));
