import type { BoxIndex } from './box-index';
import type { Box, Point } from './boxes';

/** Returns the points of a square ring of a lattice, nearest to its center first. */
const ringOf = (radius: number): Point[] => {
  if (radius === 0) return [{ x: 0, y: 0 }];
  const steps = Array.from({ length: 2 * radius + 1 }, (_, index) => index - radius);
  return steps
    .flatMap((x) => (Math.abs(x) === radius ? steps : [-radius, radius]).map((y) => ({ x, y })))
    .sort((one, other) => Math.hypot(one.x, one.y) - Math.hypot(other.x, other.y));
};

/** Step of the search in pixels. */
const step = { x: 16, y: 12 };
/**
 * Places that the searches of one picture look at. A picture of 150 statuses and 600 transitions needs 20,000. Without
 * the limit, a picture whose statuses are all at one point takes half a minute.
 */
const placesMax = 500_000;
/** The search of each box repeats the same rings. */
const rings = new Map<number, readonly Point[]>();

const getRing = (radius: number): readonly Point[] => {
  const known = rings.get(radius);
  if (known) return known;
  const ring = ringOf(radius);
  rings.set(radius, ring);
  return ring;
};

/** Obstacles and the distance to keep from them. */
export interface Obstacles {
  boxes: BoxIndex;
  gap: number;
}

/** Moves a box to a near place that is free; below all obstacles once the searches have reached their limit. */
export type MoveToFreePlace = (box: Box, obstacles: readonly Obstacles[]) => Box;

/** Creates the search of one picture. */
export const createFreePlaceSearch = (): MoveToFreePlace => {
  let places = 0;
  return (box, obstacles) => {
    for (let radius = 0; places < placesMax; radius += 1) {
      for (const { x, y } of getRing(radius)) {
        places += 1;
        const moved = { ...box, x: box.x + x * step.x, y: box.y + y * step.y };
        if (!obstacles.some(({ boxes, gap }) => boxes.hasWithin(moved, gap))) return moved;
      }
    }
    return { ...box, y: Math.max(box.y, ...obstacles.map(({ boxes, gap }) => boxes.getBottom() + gap)) };
  };
};
