import type { UserSearch, UserSummary } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { useEffect, useEffectEvent, useState } from 'react';
import { foldText } from './fold-text';

/** Between the last key and the question to the server: one question a word rather than one a letter. */
const typingPauseMs = 250;

interface UserSearchAnswer extends UserSearch {
  /** What was asked. */
  term: string;
  hasFailed: boolean;
}

const isExtended = (answer: UserSearchAnswer, term: string): boolean =>
  !answer.hasFailed && foldText(term).startsWith(foldText(answer.term));

/** A longer term needs no new question, unless the last answer was cut off (spec 2 §4). */
const answersAlso = (answer: UserSearchAnswer | undefined, term: string): boolean =>
  answer !== undefined && (answer.term === term || (isExtended(answer, term) && !answer.limitReached));

const holds = ({ username, email }: UserSummary, term: string): boolean =>
  foldText(`${username} ${email}`).includes(foldText(term));

/** Asks the server; rejects when it cannot. The signal aborts when the question is no longer of interest. */
export type SearchUsers = (term: string, signal: AbortSignal) => Promise<UserSearch>;

/**
 * Whom the typed term finds; undefined while there is nothing to say. A failure finds nobody, silently (spec 2 §8).
 * `isCutOff`: more exist than the server names.
 */
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
  const isAnswered = useEffectEvent(() => answersAlso(answer, term));

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

  const isFinal = answersAlso(answer, term);
  const users =
    answer && (isFinal || isExtended(answer, term))
      ? answer.users.filter((user) => answer.term === term || holds(user, term))
      : undefined;
  return {
    // Some of a cut-off answer may stand until the new one is here; that nobody is found only the new one can say.
    users: isFinal || users?.length ? users : undefined,
    isCutOff: answer?.limitReached ?? false,
    isSearching,
  };
};
