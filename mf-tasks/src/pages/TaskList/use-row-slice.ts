import type { TaskListItem } from '@obieg/contracts';
import type { RowSlice } from '@obieg/ui';
import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createListMemory } from './list-memory';

/** As in the table's own style: below it rows are cards with a gap between them. */
const cards = '(max-width: 899px)';
const cardGapPx = 12;
/** Before a row is measured: a title with one line of description, and a card. */
const estimatedHeightPx = { row: 66, card: 196 };
/** Rows drawn beyond the edges, so that neither a quick wheel nor the Tab key finds an empty place. */
const overscan = 8;

const watchCards = (onChange: () => void): (() => void) => {
  const query = matchMedia(cards);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};
const useAreCards = (): boolean => useSyncExternalStore(watchCards, () => matchMedia(cards).matches);

/** Heights measured when a list was last shown, so that who comes back finds everything in its place. */
const heights = createListMemory<VirtualItem[]>();

/** The row that holds the focus is drawn wherever it is: scrolled away it would lose it. */
const focusedPosition = (table: HTMLTableElement | null): number | undefined => {
  const row = table?.contains(document.activeElement) ? document.activeElement?.closest('tr') : undefined;
  const position = Number(row?.dataset['index'] ?? Number.NaN);
  return Number.isNaN(position) ? undefined : position;
};

interface RowSliceOptions {
  rows: readonly TaskListItem[];
  table: RefObject<HTMLTableElement | null>;
  /** Tells lists apart whose heights are kept. */
  listKey: string;
  rowCount: number;
  /** All rows, wherever they stand. */
  isWhole: boolean;
}

const measureNothing = (): void => undefined;

/** The rows of the list that are in sight; the window scrolls. */
export const useRowSlice = ({ rows, table, listKey, rowCount, isWhole }: RowSliceOptions): RowSlice => {
  const areCards = useAreCards();
  const [top, setTop] = useState(0);
  const [headHeight, setHeadHeight] = useState(0);
  const heightsKey = `${areCards ? 'cards' : 'rows'} ${listKey}`;
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (areCards ? estimatedHeightPx.card : estimatedHeightPx.row),
    getItemKey: useCallback((position: number) => rows[position]?.publicTaskId ?? position, [rows]),
    gap: areCards ? cardGapPx : 0,
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
  // What stands above the list may grow or shrink at any time, e.g. by a notice.
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
  if (isWhole) {
    const all = rows.map((_, position) => ({ position, skipped: 0 }));
    return { items: all, height: 0, after: 0, measureRow: measureNothing, rowCount };
  }
  const items = virtualizer.getVirtualItems();
  const gap = areCards ? cardGapPx : 0;
  return {
    items: items.map(({ index, start }, place) => {
      const previousEnd = items[place - 1]?.end;
      return { position: index, skipped: start - (previousEnd === undefined ? top : previousEnd + gap) };
    }),
    height: headHeight + virtualizer.getTotalSize(),
    after: top + virtualizer.getTotalSize() - (items.at(-1)?.end ?? top),
    measureRow: virtualizer.measureElement,
    rowCount,
  };
};
