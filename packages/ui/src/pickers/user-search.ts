import type { UserSearch, UserSummary } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { useEffect, useEffectEvent, useState } from 'react';
import { foldText } from './fold-text';

/** Debounce of the search: about one request per word. */
const debounceMs = 250;

interface UserSearchResult extends UserSearch {
  /** The searched term. */
  term: string;
  hasFailed: boolean;
}

const isRefined = (result: UserSearchResult, term: string): boolean =>
  !result.hasFailed && foldText(term).startsWith(foldText(result.term));

/**
 * Returns whether the results apply to the term. A longer term needs no new request, unless the results were cut off
 * (spec 2 §4).
 */
const appliesTo = (result: UserSearchResult | undefined, term: string): boolean =>
  result !== undefined && (result.term === term || (isRefined(result, term) && !result.limitReached));

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
  const [result, setResult] = useState<UserSearchResult>();
  const [isSearching, setIsSearching] = useState(false);

  const fetchResult = useEffectEvent(async (signal: AbortSignal) => {
    setIsSearching(true);
    const found = await search(term, signal).then(
      (response) => ({ ...response, hasFailed: false }),
      () => ({ users: [], limitReached: false, hasFailed: true }),
    );
    if (!signal.aborted) {
      setResult({ ...found, term });
      setIsSearching(false);
    }
  });
  const hasResult = useEffectEvent(() => appliesTo(result, term));

  useEffect(() => {
    if (term.length < limits.userSearchMinLength) {
      setResult(undefined);
      setIsSearching(false);
      return;
    }
    if (hasResult()) {
      setIsSearching(false);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => void fetchResult(abort.signal), debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [term]);

  const isFinal = appliesTo(result, term);
  const users =
    result && (isFinal || isRefined(result, term))
      ? result.users.filter((user) => result.term === term || matches(user, term))
      : undefined;
  return {
    // Matches from cut-off results stay visible until the response arrives. Only the response can say that there are
    // none.
    users: isFinal || users?.length ? users : undefined,
    isCutOff: result?.limitReached ?? false,
    isSearching,
  };
};
