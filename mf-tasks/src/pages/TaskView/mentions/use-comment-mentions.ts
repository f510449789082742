import type { MentionCandidate } from '@obieg/contracts';
import { findMentions } from '@obieg/contracts/mention-text';
import { useState } from 'react';

/** Absent from drafts of releases without hints. */
export type MentionedPerson = Pick<MentionCandidate, 'id' | 'username' | 'addressHint'>;

/** Mentioned people, and those of them who get access to the restricted task with the comment. */
export interface CommentMentions {
  people: readonly MentionedPerson[];
  shared: readonly MentionedPerson[];
}

export const noMentions: CommentMentions = { people: [], shared: [] };

const withPerson = (people: readonly MentionedPerson[], { id, username, addressHint }: MentionedPerson) => [
  ...people.filter((one) => one.id !== id),
  { id, username, addressHint },
];

export const useCommentMentions = (start: CommentMentions) => {
  const [mentions, setMentions] = useState(start);
  const { people } = mentions;
  return {
    mentions,
    names: people.map(({ username }) => username),
    /** Returns the people who are still mentioned in the text. */
    listMentioned: (content: string): readonly MentionedPerson[] => {
      const found = findMentions(
        content,
        people.map(({ username }) => username),
      );
      return people.filter(({ username }) => found.has(username));
    },
    add: (candidate: MentionCandidate): void =>
      setMentions((before) => ({
        people: withPerson(before.people, candidate),
        shared: candidate.missing.includes('TASK') ? withPerson(before.shared, candidate) : before.shared,
      })),
    unshare: (id: number): void =>
      setMentions((before) => ({ ...before, shared: before.shared.filter((one) => one.id !== id) })),
    reset: (): void => setMentions(noMentions),
  };
};
