import type { StatusTransition } from '@obieg/contracts';
import { foldText } from '@obieg/ui';
import { useMemo } from 'react';
import { isMatch, type TransitionFilter } from './arrange-transitions';
import type { TransitionWords } from './use-transition-words';

interface Wanted {
  search: string;
  filter: TransitionFilter;
  words: TransitionWords;
}

/** Returns the transitions that match the filter and contain every searched word. Undefined while they load. */
export const useFoundTransitions = (
  transitions: readonly StatusTransition[] | undefined,
  { search, filter, words }: Wanted,
): StatusTransition[] | undefined =>
  useMemo(() => {
    const searched = foldText(search).split(/\s+/).filter(Boolean);
    return transitions?.filter((transition) => {
      if (!isMatch(transition, filter)) return false;
      if (searched.length === 0) return true;
      const text = words.searchText(transition);
      return searched.every((word) => text.includes(word));
    });
  }, [transitions, search, filter, words]);
