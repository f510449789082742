import { KeyboardCode, type KeyboardCoordinateGetter } from '@dnd-kit/core';

const steps: Partial<Record<string, number>> = { [KeyboardCode.Left]: -1, [KeyboardCode.Right]: 1 };

/** Moves a lifted card to the next column on the left or right. */
export const moveBetweenColumns: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const step = steps[event.code];
  if (step === undefined) return undefined;
  event.preventDefault();
  const { droppableContainers, droppableRects, collisionRect } = context;
  if (!collisionRect) return undefined;
  const columns = droppableContainers
    .getEnabled()
    .flatMap(({ id, data }) => {
      const rect = droppableRects.get(id);
      return rect ? [{ rect, isAtEdge: data.current?.['isAtEdge'] === true }] : [];
    })
    // Columns that are scrolled out of view lie below those at the edge, which come last.
    .sort((one, other) => Number(one.isAtEdge) - Number(other.isAtEdge) || one.rect.left - other.rect.left)
    .map(({ rect }) => rect);
  const centerOf = ({ left, width }: { left: number; width: number }): number => left + width / 2;
  const center = centerOf(collisionRect);
  const distances = columns.map((column) => Math.abs(centerOf(column) - center));
  const target = columns[distances.indexOf(Math.min(...distances)) + step];
  return target && { x: centerOf(target) - collisionRect.width / 2, y: currentCoordinates.y };
};
