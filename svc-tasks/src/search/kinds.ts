import type { taskMatchFields } from '@obieg/contracts';

type Field = (typeof taskMatchFields)[number];

/** Kinds of search documents, as the index stores them. The number of a task has its own index. */
export const kinds = {
  title: 0,
  description: 1,
  answers: 2,
  attachments: 3,
  reporter: 4,
  comment: 5,
} as const satisfies Partial<Record<Field, number>>;

export type Kind = (typeof kinds)[keyof typeof kinds];
