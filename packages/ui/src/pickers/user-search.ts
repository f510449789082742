import type { UserSearch, UserSummary } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { useEffect, useEffectEvent, useState } from 'react';
import { foldText } from './fold-text';

/** Debounce of the search: about one request per word. */
const debounceMs = 250;

interface UserSearchAnswer extends UserSearch {
  /** The searched term. */
  term: string;
  hasFailed: boolean;
}

const isRefined = (answer: UserSearchAnswer, term: string): boolean =>
  !answer.hasFailed && foldText(term).startsWith(foldText(answer.term));

/**
 * Returns whether the results apply to the term. A longer term needs no new request, unless the results were cut off
 * (spec 2 §4).
 */
const canAnswer = (answer: UserSearchAnswer | undefined, term: string): boolean =>
  answer !== undefined && (answer.term === term || (isRefined(answer, term) && !answer.limitReached));

const matches = ({ username, email }: UserSummary, term: string): boolean =>
  foldText(`${username} ${email}`).includes(foldText(term));

/** Searches on the server. Rejects on failure. The signal aborts when the result is no longer needed. */
export type SearchUsers = (term: string, signal: AbortSignal) => Promise<UserSearch>;

/**
 * Searches users by the typed term.
 * @returns `users`: undefined if the term is too short or the response is pending, empty if the request failed (spec
 * 2 §8). `isCutOff`: more users match than the server returned.
 */
export const useUserSearch = (typed: string, search: SearchUsers) => {
  const term = typed.trim();
  const [answer, setAnswer] = useState<UserSearchAnswer>();
  const [isSearching, setIsSearching] = useState(false);

  const fetchAnswer = useEffectEvent(async (signal: AbortSignal) => {
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
  const isAnswered = useEffectEvent(() => canAnswer(answer, term));

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
    const timer = setTimeout(() => void fetchAnswer(abort.signal), debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [term]);

  const isFinal = canAnswer(answer, term);
  const users =
    answer && (isFinal || isRefined(answer, term))
      ? answer.users.filter((user) => answer.term === term || matches(user, term))
      : undefined;
  return {
    // Matches from cut-off results stay visible until the response arrives. Only the response can say that there are
    // none.
    users: isFinal || users?.length ? users : undefined,
    isCutOff: answer?.limitReached ?? false,
    isSearching,
  };
};
