import { type Box, centerOf, type Point, type Size } from './boxes';
import { buildLoop, type Curve, handleFactor } from './curves';
import type { PictureNode } from './picture';

/** A node that is not yet placed; only the size of its box counts. The first one is the start of new tasks. */
export type LooseNode = Pick<PictureNode, 'id' | 'status' | 'box'>;

/** An arrow between two nodes, with the size of its label. */
export interface Link extends Size {
  id: string;
  source: string;
  target: string;
  /** Number of transitions. */
  count: number;
}

export const isLoop = ({ source, target }: Pick<Link, 'source' | 'target'>): boolean => source === target;

export interface Route {
  curve: Curve;
  /** Wanted center of the label. */
  preferred: Point;
}

export interface Arrangement {
  boxes: ReadonlyMap<string, Box>;
  routes: ReadonlyMap<string, Route>;
}

export const routeLoop = (box: Box): Route => {
  const preferred = { x: centerOf(box).x, y: box.y + box.height + 26 };
  return { curve: buildLoop(box, preferred), preferred };
};

/** A link with points that its arrow passes, from center to center. */
export interface RoutedLink {
  link: Link;
  points: readonly Point[];
  /** Whether the arrow leaves and enters on the same side. */
  isWithinColumn?: boolean;
}

/** An end of an arrow at one side of a status. */
interface End {
  /** The adjacent point of the arrow. Ends are sorted by it, so that arrows do not cross in front of the status. */
  next: Point;
  attach: (port: Point) => void;
}

/** Spreads the ends of arrows over the left and right sides of the boxes, so that no two ends coincide. */
const attachEnds = (
  arrows: readonly { link: Link; stops: Point[] }[],
  boxes: ReadonlyMap<string, Box>,
): void => {
  const sides = new Map<string, { box: Box; x: number; ends: End[] }>();
  const add = (nodeId: string, end: End): void => {
    const box = boxes.get(nodeId) as Box;
    const x = end.next.x >= centerOf(box).x ? box.x + box.width : box.x;
    const side = sides.get(`${nodeId} ${x}`);
    if (side) side.ends.push(end);
    else sides.set(`${nodeId} ${x}`, { box, x, ends: [end] });
  };
  for (const {
    link: { source, target },
    stops,
  } of arrows) {
    const last = stops.length - 1;
    const attachAt = (index: number) => (port: Point) => {
      stops[index] = port;
    };
    add(source, { next: stops[1] as Point, attach: attachAt(0) });
    add(target, { next: stops[last - 1] as Point, attach: attachAt(last) });
  }
  for (const { box, x, ends } of sides.values()) {
    ends.sort((one, other) => one.next.y - other.next.y);
    for (const [index, { attach }] of ends.entries())
      attach({ x, y: box.y + (box.height * (index + 1)) / (ends.length + 1) });
  }
};

/** Builds a curve through the points. At each point it is horizontal. */
const buildBends = ([start, ...stops]: readonly Point[]): Curve => {
  let from = start as Point;
  const curve = [from];
  for (const to of stops) {
    const half = (to.x - from.x) / 2;
    curve.push({ x: from.x + half, y: from.y }, { x: to.x - half, y: to.y }, to);
    from = to;
  }
  return curve;
};

/** Builds a curve between two statuses of one column. */
const buildArc = ([from, turn, to]: readonly Point[]): Curve => {
  if (!from || !turn || !to) return [];
  const reach = from.x + (turn.x - from.x) * handleFactor;
  return [from, { x: reach, y: from.y }, { x: reach, y: to.y }, to];
};

/** Builds the curves of arrows between different nodes along a flow to the right. */
export const buildCurves = (
  routed: readonly RoutedLink[],
  boxes: ReadonlyMap<string, Box>,
): Map<string, Curve> => {
  const arrows = routed.map((arrow) => ({ ...arrow, stops: [...arrow.points] }));
  attachEnds(arrows, boxes);
  return new Map(
    arrows.map(({ link, stops, isWithinColumn }) => [
      link.id,
      isWithinColumn ? buildArc(stops) : buildBends(stops),
    ]),
  );
};
