import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

interface CollapseLimits {
  /** The list collapses if it is longer than this. */
  maxItems: number;
  /** Number of items shown at the start and at the end of a collapsed list. */
  first: number;
  last: number;
}

interface CollapsibleList<Item> {
  /** Ref of the list element. It has one child per shown item, and one for the button between them. */
  list: RefCallback<HTMLElement>;
  before: readonly Item[];
  /** Number of collapsed items. */
  hidden: number;
  after: readonly Item[];
  /** Shows all items and focuses the first one that was collapsed. */
  expand: () => void;
}

/**
 * Collapses the middle of a long list.
 * The range is fixed on mount: new items appear at the end and hide no item that the user may be reading. Printing
 * shows all items.
 */
export const useCollapsibleList = <Item extends { id: string | number }>(
  items: readonly Item[],
  { maxItems, first, last }: CollapseLimits,
): CollapsibleList<Item> => {
  const [collapsedUntilId, setCollapsedUntilId] = useState(() =>
    items.length > maxItems ? items.at(-last)?.id : undefined,
  );
  const element = useRef<HTMLElement>(null);
  const list = useCallback((shown: HTMLElement | null): void => {
    element.current = shown;
  }, []);
  const needsFocus = useRef(false);
  useLayoutEffect(() => {
    if (collapsedUntilId !== undefined || !needsFocus.current) return;
    needsFocus.current = false;
    const revealed = element.current?.children[first];
    if (!(revealed instanceof HTMLElement)) return;
    revealed.tabIndex = -1;
    // The item appears where the button was, so no scrolling is needed.
    revealed.focus({ preventScroll: true });
  }, [collapsedUntilId, first]);
  useEffect(() => {
    const expandForPrint = (): void => flushSync(() => setCollapsedUntilId(undefined));
    window.addEventListener('beforeprint', expandForPrint);
    return () => window.removeEventListener('beforeprint', expandForPrint);
  }, []);
  const end = collapsedUntilId === undefined ? -1 : items.findIndex(({ id }) => id === collapsedUntilId);
  const isCollapsed = end > first;
  return {
    list,
    before: isCollapsed ? items.slice(0, first) : items,
    hidden: isCollapsed ? end - first : 0,
    after: isCollapsed ? items.slice(end) : [],
    expand: () => {
      needsFocus.current = true;
      setCollapsedUntilId(undefined);
    },
  };
};
