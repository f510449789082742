import { useCommands } from '@obieg/web-kit';
import type { KeyboardEvent, RefObject } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import type { Selection } from './selection';

const positionOf = (element: Element | null | undefined): number | undefined => {
  const index = element?.closest<HTMLElement>('tr[data-index]')?.dataset['index'];
  return index === undefined ? undefined : Number(index);
};

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface SelectionKeys {
  table: RefObject<HTMLTableElement | null>;
  ids: readonly number[];
  selection: Selection;
  selectAll: () => void;
}

/**
 * Keys of the selection, which act on the row with the focus: x selects, Shift with an arrow selects and moves, Ctrl A
 * selects all that match, Escape ends the selection.
 */
export const useSelectionKeys = ({ table, ids, selection, selectAll }: SelectionKeys) => {
  const t = useTaskMessages();
  const doNothing = (): void => undefined;
  const toggleFocused = (): void => {
    const position = table.current?.contains(document.activeElement)
      ? positionOf(document.activeElement)
      : undefined;
    const id = position === undefined ? undefined : ids[position];
    if (id !== undefined) selection.toggle(id);
  };
  useCommands([
    { id: 'list.select', label: t('bulk.keys.select'), keys: 'x', run: toggleFocused },
    {
      id: 'list.extend',
      label: t('bulk.keys.extend'),
      keys: 'Shift+↓',
      isOnlyShown: true,
      run: doNothing,
    },
    { id: 'list.selectAll', label: t('bulk.selectAll'), keys: 'Ctrl+A', isOnlyShown: true, run: doNothing },
  ]);

  const extend = (position: number, step: number): void => {
    const [id, next] = [ids[position], ids[position + step]];
    if (id === undefined) return;
    if (!selection.selected.has(id)) selection.toggle(id);
    if (next === undefined) return;
    selection.toggle(next, true);
    table.current?.querySelector<HTMLElement>(`tr[data-index="${position + step}"] a`)?.focus();
  };
  return (event: KeyboardEvent): void => {
    const position = positionOf(event.target as Element);
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (position === undefined || altKey) return;
    const step = steps[key];
    if (step !== undefined && shiftKey && !ctrlKey && !metaKey) extend(position, step);
    else if (key === 'a' && (ctrlKey || metaKey) && !shiftKey) selectAll();
    else if (key === 'Escape' && selection.selected.size > 0) selection.clear();
    else return;
    event.preventDefault();
  };
};
