import type { UserSearch, UserSummary } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { useEffect, useEffectEvent, useState } from 'react';

/** Between the last key and the question to the server: one question a word rather than one a letter. */
const typingPauseMs = 250;

export interface UserSearchAnswer extends UserSearch {
  /** What was asked. */
  term: string;
  hasFailed: boolean;
}

/** A longer term needs no new question, unless the last answer was cut off (spec 2 §4). */
const canFilterLocally = (answer: UserSearchAnswer | undefined, term: string): boolean =>
  answer !== undefined &&
  !answer.limitReached &&
  !answer.hasFailed &&
  term.toLocaleLowerCase().startsWith(answer.term.toLocaleLowerCase());

export const filterUsers = (
  users: readonly UserSummary[],
  term: string,
  excludedIds: ReadonlySet<number>,
): UserSummary[] => {
  const wanted = term.toLocaleLowerCase();
  return users.filter(
    ({ id, username, email }) =>
      !excludedIds.has(id) &&
      (username.toLocaleLowerCase().includes(wanted) || email.toLocaleLowerCase().includes(wanted)),
  );
};

/** Asks the server; rejects when it cannot. The signal aborts when the question is no longer of interest. */
export type SearchUsers = (term: string, signal: AbortSignal) => Promise<UserSearch>;

/** The last answer to a typed term; a failure empties it silently (spec 2 §8). */
export const useUserSearch = (typed: string, search: SearchUsers) => {
  const term = typed.trim();
  const [answer, setAnswer] = useState<UserSearchAnswer>();
  const [isSearching, setIsSearching] = useState(false);

  const ask = useEffectEvent(async (signal: AbortSignal) => {
    setIsSearching(true);
    const found = await search(term, signal).then(
      (result) => ({ ...result, hasFailed: false }),
      () => ({ users: [], limitReached: false, hasFailed: true }),
    );
    if (!signal.aborted) {
      setAnswer({ ...found, term });
      setIsSearching(false);
    }
  });
  const isAnswered = useEffectEvent(() => canFilterLocally(answer, term));

  useEffect(() => {
    if (term.length < limits.userSearchMinLength) {
      setAnswer(undefined);
      setIsSearching(false);
      return;
    }
    if (isAnswered()) {
      setIsSearching(false);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => void ask(abort.signal), typingPauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [term]);

  const isCurrent = answer?.term === term || canFilterLocally(answer, term);
  return { term, answer: isCurrent ? answer : undefined, isSearching };
};
