import { useEffect, useRef } from 'react';

interface MovedCard {
  cardId: number;
  /** The card that gets the focus if this one leaves the board. */
  neighborId: number | undefined;
  /** The column from which the card is moved. */
  column: Element;
}

const findHandle = (cardId: number | undefined) =>
  document.querySelector<HTMLElement>(`button[data-card="${cardId}"]`);

/** The card after this one in its column, or before the last one. */
const findNeighborId = (column: Element, cardId: number): number | undefined => {
  const ids = [...column.querySelectorAll<HTMLElement>('button[data-card]')].map(({ dataset }) =>
    Number(dataset['card']),
  );
  const position = ids.indexOf(cardId);
  return ids[position + 1] ?? ids[position - 1];
};

const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * Keeps the focus near a card that the reader moves: on its button, which is in another column then. If the card leaves
 * the board, the focus goes to its neighbor, or to the heading of an empty column.
 *
 * @returns a function to call before the card moves
 */
export const useCardFocus = (): ((cardId: number) => void) => {
  const moved = useRef<MovedCard>(undefined);
  useEffect(() => {
    if (!moved.current || !isFocusLost()) return;
    const { cardId, neighborId, column } = moved.current;
    const target = findHandle(cardId) ?? findHandle(neighborId) ?? column.querySelector<HTMLElement>('h2');
    target?.focus();
  });
  useEffect(() => {
    // A reader who presses elsewhere has given up the focus.
    const forget = (): void => {
      moved.current = undefined;
    };
    document.addEventListener('pointerdown', forget, true);
    return () => document.removeEventListener('pointerdown', forget, true);
  }, []);
  return (cardId) => {
    const column = findHandle(cardId)?.closest('section');
    moved.current = column ? { cardId, neighborId: findNeighborId(column, cardId), column } : undefined;
  };
};
