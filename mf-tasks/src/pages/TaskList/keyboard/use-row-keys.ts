import { useCommands } from '@obieg/web-kit';
import type { RefObject } from 'react';
import { useTaskMessages } from '../../../i18n/messages';

const findRows = (table: HTMLTableElement): HTMLElement[] => [
  ...table.querySelectorAll<HTMLElement>('tr[data-index]'),
];

/** The row to which the step leads: the neighbor of the focused one, else the first visible one. */
const findTarget = (table: HTMLTableElement, step: 1 | -1): HTMLElement | undefined => {
  const rows = findRows(table);
  const focused = table.contains(document.activeElement)
    ? document.activeElement?.closest<HTMLElement>('tr[data-index]')
    : undefined;
  if (!focused) return rows.find((row) => row.getBoundingClientRect().bottom >= 0);
  const wanted = String(Number(focused.dataset['index']) + step);
  const neighbor = rows.find(({ dataset }) => dataset['index'] === wanted);
  if (neighbor) return neighbor;
  // Scrolled away by mouse: the rows beside the focused one are not rendered. Both ends have no neighbor.
  const isVisible =
    focused.getBoundingClientRect().bottom >= 0 && focused.getBoundingClientRect().top < innerHeight;
  return isVisible ? undefined : rows.find((row) => row.getBoundingClientRect().bottom >= 0);
};

/** Moves the focus between the rows with j and k. Enter follows the link of the focused row. */
export const useRowKeys = (table: RefObject<HTMLTableElement | null>): void => {
  const t = useTaskMessages();
  const move = (step: 1 | -1): void => {
    if (table.current) findTarget(table.current, step)?.querySelector<HTMLElement>('a')?.focus();
  };
  useCommands([
    {
      id: 'list.next',
      label: t('neighbors.next'),
      keys: 'j',
      icon: 'moveDown',
      repeats: true,
      run: () => move(1),
    },
    {
      id: 'list.previous',
      label: t('neighbors.previous'),
      keys: 'k',
      icon: 'moveUp',
      repeats: true,
      run: () => move(-1),
    },
    { id: 'list.open', label: t('list.openTask'), keys: 'Enter', isOnlyShown: true, run: () => {} },
  ]);
};
