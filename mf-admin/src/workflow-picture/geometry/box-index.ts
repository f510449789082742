import type { Box, Point } from './boxes';
import { contains, isWithin } from './boxes';

/** Boxes by the cells of a grid, so that a look-up compares a box with its neighbours only. */
export interface BoxIndex {
  add(box: Box): void;
  /** Returns whether a box of the index is closer than the gap. */
  hasWithin(box: Box, gap: number): boolean;
  /** Lists the boxes that contain a point, or are closer to it than the margin. */
  listAround(point: Point, margin: number): readonly Box[];
  /** Lower edge of the lowest box. */
  getBottom(): number;
}

/** About the size of a status with its gaps. */
const cellSize = 240;

/** A picture has fewer rows of cells, so that each cell has a number of its own. */
const rowsMax = 1_000_003;

const cellAt = (position: number): number => Math.floor(position / cellSize);

/** Calls `visit` for each cell that the box covers, until it returns true. @returns whether it did */
const visitCells = ({ x, y, width, height }: Box, gap: number, visit: (cell: number) => boolean): boolean => {
  const [right, bottom] = [cellAt(x + width + gap), cellAt(y + height + gap)];
  for (let column = cellAt(x - gap); column <= right; column += 1)
    for (let row = cellAt(y - gap); row <= bottom; row += 1) if (visit(column * rowsMax + row)) return true;
  return false;
};

export const createBoxIndex = (boxes: Iterable<Box> = []): BoxIndex => {
  const cells = new Map<number, Box[]>();
  let bottom = Number.NEGATIVE_INFINITY;
  const add = (box: Box): void => {
    bottom = Math.max(bottom, box.y + box.height);
    visitCells(box, 0, (cell) => {
      const others = cells.get(cell);
      if (others) others.push(box);
      else cells.set(cell, [box]);
      return false;
    });
  };
  for (const box of boxes) add(box);
  return {
    add,
    hasWithin: (box, gap) =>
      visitCells(box, gap, (cell) => (cells.get(cell) ?? []).some((other) => isWithin(box, other, gap))),
    listAround: (point, margin) => {
      const found = new Set<Box>();
      visitCells({ ...point, width: 0, height: 0 }, margin, (cell) => {
        for (const box of cells.get(cell) ?? []) if (contains(box, point, margin)) found.add(box);
        return false;
      });
      return [...found];
    },
    getBottom: () => bottom,
  };
};
