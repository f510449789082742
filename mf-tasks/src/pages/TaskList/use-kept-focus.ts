import type { TaskListItem } from '@obieg/contracts';
import { type RefObject, useLayoutEffect, useRef } from 'react';

interface FocusedRow {
  row: HTMLElement;
  position: number;
}

const findFocusedRow = (table: HTMLTableElement | null): HTMLElement | null | undefined =>
  table?.contains(document.activeElement)
    ? document.activeElement?.closest<HTMLElement>('tr[data-index]')
    : undefined;

/** The browser takes the focus from a removed row. React keeps it in a row that moves. */
const hasLostFocus = ({ row }: FocusedRow): boolean =>
  document.activeElement === document.body && !row.isConnected;

/**
 * Keeps the focus in the list when the focused task leaves it, by a search or by news: the task in its place gets the
 * focus.
 */
export const useKeptFocus = (
  table: RefObject<HTMLTableElement | null>,
  tasks: readonly TaskListItem[],
): void => {
  const focused = useRef<FocusedRow>(undefined);
  useLayoutEffect(() => {
    const remember = (): void => {
      const row = findFocusedRow(table.current);
      focused.current = row ? { row, position: Number(row.dataset['index']) } : undefined;
    };
    const before = focused.current;
    if (before && hasLostFocus(before)) {
      const position = Math.min(before.position, tasks.length - 1);
      table.current?.querySelector<HTMLElement>(`tr[data-index="${position}"] a`)?.focus();
    }
    remember();
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  });
};
