import type { Notification } from '@obieg/contracts';

/** The news of one task, newest first. */
export interface InboxGroup {
  task: Notification['task'];
  entries: readonly Notification[];
}

/** Groups the news by task. A group stands where its newest entry stands. */
export const groupEntries = (entries: readonly Notification[]): InboxGroup[] => {
  const groups = new Map<number, Notification[]>();
  for (const entry of entries) {
    const { publicTaskId } = entry.task;
    groups.set(publicTaskId, [...(groups.get(publicTaskId) ?? []), entry]);
  }
  return [...groups.values()].flatMap((group) => (group[0] ? [{ task: group[0].task, entries: group }] : []));
};

export const isUnread = ({ entries }: InboxGroup): boolean => entries.some(({ readAt }) => readAt === null);

export const idsOf = ({ entries }: InboxGroup): number[] => entries.map(({ id }) => id);

/** Address of the first unread comment, or of the task. */
export const addressOf = ({ task, entries }: InboxGroup): string => {
  const comment = entries.findLast((entry) => entry.readAt === null && entry.comment !== null)?.comment;
  return `/task/${task.publicTaskId}${comment ? `#comment-${comment.id}` : ''}`;
};
