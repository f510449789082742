/** SQL: only chosen people read the comment. */
export const isForChosenReaders = (comment: string): string =>
  `(cardinality(${comment}.visible_user_ids) + cardinality(${comment}.visible_group_ids) > 0)`;

interface ShownComment {
  comment_id: number | null;
  is_for_chosen: boolean | null;
}

/** The newest comment of a mail that only chosen people read; null if all members read what the mail shows. */
export const newestForChosen = (shown: readonly ShownComment[]): number | null =>
  shown.findLast(({ is_for_chosen }) => is_for_chosen === true)?.comment_id ?? null;

export const replyHeaders = (replyAddress: string | undefined): Record<string, string> =>
  replyAddress === undefined ? {} : { 'reply-to': replyAddress };
