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
  | { kind: 'change'; id: string; at: string; change: ChangeHistoryEntry }
  | { kind: 'files'; id: string; at: string; lastAt: string; author: ChangeHistoryEntry; names: string[] };

export interface ActivitySources {
  comments: readonly Comment[];
  statusHistory: readonly StatusHistoryEntry[];
  assignmentHistory: readonly AssignmentHistoryEntry[];
  changeHistory: readonly ChangeHistoryEntry[];
}

type FilesEntry = Extract<ActivityEntry, { kind: 'files' }>;

/** Attachments of one user within this time form one entry. */
const groupingWindowMs = 5 * 60_000;

const toActivityEntry = (change: ChangeHistoryEntry): ActivityEntry => {
  const id = `change-${change.id}`;
  const { changedAt: at, changeType, changes } = change;
  if (changeType !== 'ATTACHMENT') return { kind: 'change', id, at, change };
  return {
    kind: 'files',
    id,
    at,
    lastAt: at,
    author: change,
    names: changes.map(({ after }) => after ?? ''),
  };
};

/** Uploads without a user name may be by several users. */
const belongTogether = (one: FilesEntry, other: FilesEntry): boolean =>
  one.author.changedByEmail !== null &&
  one.author.changedByEmail === other.author.changedByEmail &&
  Date.parse(other.at) - Date.parse(one.lastAt) <= groupingWindowMs;

/** Merges consecutive attachments of one user into the first entry. */
const mergeFiles = (entries: readonly ActivityEntry[]): ActivityEntry[] => {
  const joined: ActivityEntry[] = [];
  for (const entry of entries) {
    const previous = joined.at(-1);
    if (previous?.kind === 'files' && entry.kind === 'files' && belongTogether(previous, entry))
      joined[joined.length - 1] = {
        ...previous,
        lastAt: entry.lastAt,
        names: [...previous.names, ...entry.names],
      };
    else joined.push(entry);
  }
  return joined;
};

/** Merges comments and histories into one list, oldest first (spec 3 §2). */
export const mergeActivity = ({
  comments,
  statusHistory,
  assignmentHistory,
  changeHistory,
}: ActivitySources): ActivityEntry[] => {
  const entries = [
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
    ...changeHistory.map(toActivityEntry),
    ...comments.map(
      (comment): ActivityEntry => ({
        kind: 'comment',
        id: `comment-${comment.id}`,
        at: comment.createdAt,
        comment,
      }),
    ),
    // Sorting is stable: entries with the same time stay in the order of the sources.
  ].sort((one, other) => one.at.localeCompare(other.at));
  return mergeFiles(entries);
};
