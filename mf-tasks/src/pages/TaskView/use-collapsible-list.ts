import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

interface FoldLimits {
  /** Up to this many all are shown. */
  most: number;
  /** Of more, so many from the beginning and from the end; what lies between is folded. */
  first: number;
  last: number;
}

interface Fold<Item> {
  /** The list: one element of it for each item that is shown, one for the button between them. */
  list: RefCallback<HTMLElement>;
  before: readonly Item[];
  /** How many are not shown now. */
  hidden: number;
  after: readonly Item[];
  /** Shows all, with the focus on the first of those that were hidden. */
  unfold: () => void;
}

/**
 * Folds the middle of a long list. What is folded is decided when the list is first there: what arrives later is added
 * at the end, and takes nothing away from what somebody is reading. Paper has no button, so that all is printed.
 */
export const useCollapsibleList = <Item extends { id: string | number }>(
  items: readonly Item[],
  { most, first, last }: FoldLimits,
): Fold<Item> => {
  const [endsAt, setEndsAt] = useState(() => (items.length > most ? items.at(-last)?.id : undefined));
  const element = useRef<HTMLElement>(null);
  const list = useCallback((shown: HTMLElement | null): void => {
    element.current = shown;
  }, []);
  const isFocusDue = useRef(false);
  useLayoutEffect(() => {
    if (endsAt !== undefined || !isFocusDue.current) return;
    isFocusDue.current = false;
    const revealed = element.current?.children[first];
    if (!(revealed instanceof HTMLElement)) return;
    revealed.tabIndex = -1;
    // It stands where the button was.
    revealed.focus({ preventScroll: true });
  }, [endsAt, first]);
  useEffect(() => {
    const unfoldForPaper = (): void => flushSync(() => setEndsAt(undefined));
    window.addEventListener('beforeprint', unfoldForPaper);
    return () => window.removeEventListener('beforeprint', unfoldForPaper);
  }, []);
  const end = endsAt === undefined ? -1 : items.findIndex(({ id }) => id === endsAt);
  const isFolded = end > first;
  return {
    list,
    before: isFolded ? items.slice(0, first) : items,
    hidden: isFolded ? end - first : 0,
    after: isFolded ? items.slice(end) : [],
    unfold: () => {
      isFocusDue.current = true;
      setEndsAt(undefined);
    },
  };
};
