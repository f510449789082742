import { createBoxIndex } from './box-index';
import type { Box, Point } from './boxes';
import { boxAround, centerOf, contains } from './boxes';
import type { MoveToFreePlace, Obstacles } from './free-place';
import type { PlacedLabel } from './picture';

export interface LabelRequest {
  id: string;
  width: number;
  height: number;
  /** Points of the arrow, from source to target. */
  points: readonly Point[];
  /** Wanted center. */
  preferred: Point;
}

/** Distances that stay free, in pixels. */
const gap = { label: 3, node: 8 };

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

const nearestOf = (points: readonly Point[], to: Point): Point =>
  points.reduce((best, point) => (distance(point, to) < distance(best, to) ? point : best), points[0] ?? to);

/** Ends of an arrow stay visible: a label covers neither the tip nor the start. */
const margin = 14;

const placeLabel = (
  request: LabelRequest,
  obstacles: readonly Obstacles[],
  avoided: Obstacles,
  moveToFreePlace: MoveToFreePlace,
): PlacedLabel => {
  const { points, preferred } = request;
  const ends = [points[0], points.at(-1)].filter((point) => point !== undefined);
  const isFree = (box: Box): boolean => !obstacles.some(({ boxes, gap: own }) => boxes.hasWithin(box, own));
  const candidates = [
    preferred,
    ...points.toSorted((one, other) => distance(one, preferred) - distance(other, preferred)),
  ].map((center) => boxAround(center, request));
  const free = candidates.filter(isFree);
  const onArrow =
    free.find(
      (box) =>
        !avoided.boxes.hasWithin(box, avoided.gap) &&
        !ends.some((end) => contains(box, end, margin - gap.node)),
    ) ?? free[0];
  if (onArrow) return { box: onArrow };
  const box = moveToFreePlace(boxAround(nearestOf(points, preferred), request), obstacles);
  const leaderTo = nearestOf(points, centerOf(box));
  return contains(box, leaderTo) ? { box } : { box, leaderTo };
};

/**
 * Places each label on its arrow, or beside it if there is no free place. No label overlaps another one or a node.
 * Short arrows come first, because they have fewer places.
 *
 * @param avoided boxes that a label overlaps only if it would otherwise leave its arrow
 */
export const placeLabels = (
  requests: readonly LabelRequest[],
  nodes: readonly Box[],
  moveToFreePlace: MoveToFreePlace,
  avoided: readonly Box[] = [],
): ReadonlyMap<string, PlacedLabel> => {
  const lengthOf = ({ points }: LabelRequest): number =>
    points.slice(1).reduce((sum, point, index) => sum + distance(point, points[index] as Point), 0);
  const sorted = requests
    .map((request) => ({ request, length: lengthOf(request) }))
    .sort((one, other) => one.length - other.length);
  const placed = new Map<string, PlacedLabel>();
  const boxes = createBoxIndex();
  const obstacles = [
    { boxes: createBoxIndex(nodes), gap: gap.node },
    { boxes, gap: gap.label },
  ];
  const avoidedNodes = { boxes: createBoxIndex(avoided), gap: 0 };
  for (const { request } of sorted) {
    const label = placeLabel(request, obstacles, avoidedNodes, moveToFreePlace);
    placed.set(request.id, label);
    boxes.add(label.box);
  }
  return placed;
};
