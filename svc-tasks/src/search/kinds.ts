import type { taskMatchFields } from '@obieg/contracts';

type Field = (typeof taskMatchFields)[number];

/** Kinds of indexed texts, as the index stores them. The number of a task has its own index. */
export const kinds = {
  title: 0,
  description: 1,
  answers: 2,
  attachments: 3,
  reporter: 4,
  comment: 5,
} as const satisfies Partial<Record<Field, number>>;

/** Groups of texts that share the entries of a task. Titles are listed first. */
export const ranks = { title: 0, body: 1, comments: 2 } as const;

export const rankOf = (kind: number): number => {
  if (kind === kinds.title) return ranks.title;
  return kind === kinds.comment ? ranks.comments : ranks.body;
};
