import type { TaskListItem } from '@obieg/contracts';
import { useMedia } from '@obieg/ui';
import type { RowSlice } from '@obieg/ui/lists';
import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useIsPhone } from '../../browser/use-is-phone';
import { createListCache } from './list-cache';

/** Equals the breakpoint in the style of `DataTable`, below which rows are cards. */
const cards = '(max-width: 899px)';
/** Margins of cards, and of the compact ones on phones. */
const gapsPx = { row: 0, card: 12, compact: 8 };
/** Heights of unmeasured rows: a row with one line of description, a card, and a compact one. */
const estimatedHeightPx = { row: 66, card: 196, compact: 100 };
/** Rows rendered beyond the visible ones, for fast scrolling and the Tab key. */
const overscan = 8;

/** Measured row heights by list. They restore the scroll position on return. */
const heights = createListCache<VirtualItem[]>();

/**
 * Returns the index of the focused row. It stays rendered when scrolled out of view, otherwise it would lose the
 * focus.
 */
const focusedPosition = (table: HTMLTableElement | null): number | undefined => {
  const row = table?.contains(document.activeElement) ? document.activeElement?.closest('tr') : undefined;
  const position = Number(row?.dataset['index'] ?? Number.NaN);
  return Number.isNaN(position) ? undefined : position;
};

interface RowSliceOptions {
  rows: readonly TaskListItem[];
  table: RefObject<HTMLTableElement | null>;
  /** Identifies the list in the cache of row heights. */
  listKey: string;
  rowCount: number;
  /** Renders all rows instead of the visible ones. */
  rendersAllRows: boolean;
}

const skipMeasuring = (): void => undefined;

/** Returns the visible rows of a list that scrolls with the window. */
export const useRowSlice = ({
  rows,
  table,
  listKey,
  rowCount,
  rendersAllRows,
}: RowSliceOptions): RowSlice => {
  const areCards = useMedia(cards);
  const isPhone = useIsPhone();
  const layout = areCards ? (isPhone ? 'compact' : 'card') : 'row';
  const [top, setTop] = useState(0);
  const [headHeight, setHeadHeight] = useState(0);
  const heightsKey = `${layout} ${listKey}`;
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => estimatedHeightPx[layout],
    getItemKey: useCallback((position: number) => rows[position]?.publicTaskId ?? position, [rows]),
    gap: gapsPx[layout],
    overscan,
    scrollMargin: top,
    initialRect: { width: innerWidth, height: innerHeight },
    initialMeasurementsCache: heights.get(heightsKey) ?? [],
    rangeExtractor: useCallback(
      (range: Range) => {
        const positions = defaultRangeExtractor(range);
        const focused = focusedPosition(table.current);
        if (focused === undefined || focused >= range.count || positions.includes(focused)) return positions;
        return [...positions, focused].sort((one, other) => one - other);
      },
      [table],
    ),
  });
  // The content above the list can change its height on every render, for example by a notice.
  useLayoutEffect(() => {
    const body = table.current?.tBodies[0];
    if (!body) return;
    setTop(Math.round(body.getBoundingClientRect().top + scrollY));
    setHeadHeight(body.offsetTop);
  });
  const latest = useRef(virtualizer);
  latest.current = virtualizer;
  useEffect(
    () => () => {
      heights.set(heightsKey, latest.current.takeSnapshot());
    },
    [heightsKey],
  );
  if (rendersAllRows) {
    const all = rows.map((_, position) => ({ position, skippedPx: 0 }));
    return { items: all, heightPx: 0, afterPx: 0, measureRow: skipMeasuring, rowCount };
  }
  const items = virtualizer.getVirtualItems();
  const gap = gapsPx[layout];
  return {
    items: items.map(({ index, start }, place) => {
      const previousEnd = items[place - 1]?.end;
      return { position: index, skippedPx: start - (previousEnd === undefined ? top : previousEnd + gap) };
    }),
    heightPx: headHeight + virtualizer.getTotalSize(),
    afterPx: top + virtualizer.getTotalSize() - (items.at(-1)?.end ?? top),
    measureRow: virtualizer.measureElement,
    rowCount,
  };
};
