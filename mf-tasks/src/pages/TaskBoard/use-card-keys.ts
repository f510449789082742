import type { TaskBoard } from '@obieg/contracts';
import { type Command, useCommands } from '@obieg/web-kit';
import { useTaskMessages } from '../../i18n/messages';

const findCards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('li[data-board-card]')];

const findFocusedCard = () => document.activeElement?.closest<HTMLElement>('li[data-board-card]');

/** Moves the focus to the next or previous card, through all columns. */
const moveFocus = (step: 1 | -1): void => {
  const cards = findCards();
  const focused = findFocusedCard();
  const target = focused ? cards[cards.indexOf(focused) + step] : cards[0];
  target?.querySelector('a')?.focus();
};

/** The button of a card opens the choice of its transitions. */
const openMoves = (): void => {
  findFocusedCard()?.querySelector<HTMLButtonElement>('button[data-card]')?.click();
};

/** Keys of the board, which act on the card with the focus. */
export const useCardKeys = ({ columns }: TaskBoard, canDrag: boolean): void => {
  const t = useTaskMessages();
  const doNothing = (): void => undefined;
  const keys: Command[] = [
    {
      id: 'list.next',
      label: t('neighbors.next'),
      keys: 'j',
      icon: 'moveDown',
      repeats: true,
      run: () => moveFocus(1),
    },
    {
      id: 'list.previous',
      label: t('neighbors.previous'),
      keys: 'k',
      icon: 'moveUp',
      repeats: true,
      run: () => moveFocus(-1),
    },
    { id: 'list.open', label: t('list.openTask'), keys: 'Enter', isOnlyShown: true, run: doNothing },
    { id: 'board.move', label: t('board.keys.move'), keys: 'm', icon: 'transitions', run: openMoves },
  ];
  const dragKeys: Command[] = [
    {
      id: 'board.lift',
      label: t('board.keys.lift'),
      keys: t('board.keys.space'),
      isOnlyShown: true,
      run: doNothing,
    },
    { id: 'board.carry', label: t('board.keys.carry'), keys: '←/→', isOnlyShown: true, run: doNothing },
  ];
  const hasCards = columns.some(({ tasks }) => tasks.length > 0);
  useCommands(hasCards ? [...keys, ...(canDrag ? dragKeys : [])] : []);
};
