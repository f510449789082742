import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';
import type { Held } from '../../sorting/SortableArea';

/** Up to here all rows are drawn, and the page scrolls as it does elsewhere. */
const allDrawnUpTo = 60;
const rowHeightPx = 44;
/** Above and below what is in sight: a row that is dragged past the edge finds its neighbours there. */
const overscan = 10;
/** As high as the box may be; so much is drawn before it has been measured. */
const boxHeightPx = 420;

interface VisibleRow {
  index: number;
  /** Height in pixels of the rows left out before it. */
  skipped: number;
}

/**
 * The rows to draw: all of a short list; of a long one those in sight, in a box that scrolls, and the one that is held,
 * after whose place the box follows.
 */
export const useVisibleRows = (keys: readonly string[], held: Held | undefined) => {
  const box = useRef<HTMLDivElement>(null);
  const isScrolled = keys.length > allDrawnUpTo;
  const virtualizer = useVirtualizer({
    count: keys.length,
    enabled: isScrolled,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeightPx,
    initialRect: { width: 0, height: boxHeightPx },
    getItemKey: (index) => keys[index] ?? index,
    overscan,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      if (!held || drawn.includes(held.from)) return drawn;
      return [...drawn, held.from].sort((one, other) => one - other);
    },
  });
  const over = held?.over;
  useEffect(() => {
    if (isScrolled && over !== undefined) virtualizer.scrollToIndex(over, { align: 'auto' });
  }, [isScrolled, over, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const rows: VisibleRow[] = isScrolled
    ? items.map(({ index, start }, place) => ({ index, skipped: start - (items[place - 1]?.end ?? 0) }))
    : keys.map((_, index) => ({ index, skipped: 0 }));
  /** Scrolls to a row, then does something with it: once it is drawn, which takes two frames. */
  const reveal = useCallback(
    (index: number, then: () => void): void => {
      requestAnimationFrame(() => {
        if (virtualizer.options.enabled) virtualizer.scrollToIndex(index, { align: 'auto' });
        requestAnimationFrame(then);
      });
    },
    [virtualizer],
  );
  return {
    box,
    isScrolled,
    rows,
    /** Height in pixels of the rows left out after the last. */
    after: isScrolled ? Math.max(0, virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)) : 0,
    measure: virtualizer.measureElement,
    reveal,
  };
};
