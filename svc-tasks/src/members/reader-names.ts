import { presentName } from '@obieg/contracts';
import type { Caller } from '../callers/caller';

/** A task and its reader, as far as the presentation of people depends on them. */
interface Reading {
  caller: Pick<Caller, 'actor'>;
  view: 'member' | 'author' | 'visitor';
  row: { author_email: string | null };
}

/** Presents the name or address of a person. `userId` is that person's account. */
export interface PresentPerson {
  (name: string, userId?: number | null): string;
  (name: string | null, userId?: number | null): string | null;
}

/**
 * Creates the function through which each name and address of a task's page passes. Members read addresses. Authors
 * read only their own, because a reporter is no member of the organization.
 */
export const createPresentPerson = ({ caller, view, row }: Reading): PresentPerson => {
  const isOwn = (name: string, userId: number | null): boolean =>
    view === 'author' && (name === row.author_email || (userId !== null && userId === caller.actor?.userId));
  return ((name: string | null, userId: number | null = null) =>
    name === null ? null : presentName(name, view === 'member' || isOwn(name, userId))) as PresentPerson;
};
