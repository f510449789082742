import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DragPosition } from '../../sorting/SortableArea';

/** Longer lists are virtualized. */
const unvirtualizedRowsMax = 60;
const rowHeightPx = 44;
/** Rows rendered beyond each edge, so that a row dragged past the edge has neighbours. */
const overscan = 10;
/** Maximum height of the box, as in the style sheet. Used until the box is measured. */
const boxHeightPx = 420;

interface VisibleRow {
  index: number;
  /** Total height of the omitted rows before this one. */
  skippedPx: number;
}

interface ScrollTarget {
  index: number;
  onRendered: () => void;
}

/**
 * Returns the rows to render. A short list renders all rows; a long list renders the visible rows in a scrolling box.
 * A long list also renders the dragged row and scrolls with it.
 */
export const useVisibleRows = (keys: readonly string[], dragPosition: DragPosition | undefined) => {
  const box = useRef<HTMLDivElement>(null);
  const isVirtualized = keys.length > unvirtualizedRowsMax;
  const virtualizer = useVirtualizer({
    count: keys.length,
    enabled: isVirtualized,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeightPx,
    initialRect: { width: 0, height: boxHeightPx },
    getItemKey: (index) => keys[index] ?? index,
    overscan,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      if (!dragPosition || indexes.includes(dragPosition.from)) return indexes;
      return [...indexes, dragPosition.from].sort((one, other) => one - other);
    },
  });
  const over = dragPosition?.over;
  useEffect(() => {
    if (isVirtualized && over !== undefined) virtualizer.scrollToIndex(over, { align: 'auto' });
  }, [isVirtualized, over, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const rows: VisibleRow[] = isVirtualized
    ? items.map(({ index, start }, position) => ({
        index,
        skippedPx: start - (items[position - 1]?.end ?? 0),
      }))
    : keys.map((_, index) => ({ index, skippedPx: 0 }));
  const [target, setTarget] = useState<ScrollTarget>();
  useEffect(() => {
    if (target && virtualizer.options.enabled && target.index >= 0)
      virtualizer.scrollToIndex(target.index, { align: 'auto' });
  }, [target, virtualizer]);
  // A row far away is rendered some frames after the scrolling, so each rendering looks for it.
  useEffect(() => {
    if (!target || (target.index >= 0 && !rows.some(({ index }) => index === target.index))) return;
    setTarget(undefined);
    target.onRendered();
  });
  /** Scrolls to a row and calls `onRendered` once it is rendered; at once for -1, which is no row. */
  const scrollToRow = useCallback(
    (index: number, onRendered: () => void): void => setTarget({ index, onRendered }),
    [],
  );
  return {
    box,
    isVirtualized,
    rows,
    /** Total height of the omitted rows after the last rendered one. */
    omittedAfterPx: isVirtualized ? Math.max(0, virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)) : 0,
    measure: virtualizer.measureElement,
    scrollToRow,
  };
};
