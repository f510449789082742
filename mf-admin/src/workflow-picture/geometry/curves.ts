import { type Box, centerOf, type Point } from './boxes';

/** Cubic Bézier curves, one after the other: the start, then two handles and the end of each. */
export type Curve = readonly Point[];

const round = (value: number): number => Math.round(value * 10) / 10;
const formatPoint = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;

/** Returns SVG path data. */
export const toPath = ([start, ...corners]: Curve): string =>
  start ? `M${formatPoint(start)}C${corners.map(formatPoint).join(' ')}` : '';

/** Returns the end of a curve and its direction there in degrees; 0 points to the right. */
export const tipOf = (curve: Curve): Point & { angle: number } => {
  const [handle, end] = curve.slice(-2) as [Point, Point];
  return { ...end, angle: round((Math.atan2(end.y - handle.y, end.x - handle.x) * 180) / Math.PI) };
};

export const mix = (one: Point, other: Point, fraction: number): Point => ({
  x: one.x + (other.x - one.x) * fraction,
  y: one.y + (other.y - one.y) * fraction,
});

/** Returns points of a curve, including its ends. */
export const sampleCurve = (curve: Curve, stepsPerPart: number): Point[] => {
  const points = curve.slice(0, 1);
  for (let index = 1; index + 2 < curve.length; index += 3) {
    const [from, first, second, to] = curve.slice(index - 1, index + 3) as [Point, Point, Point, Point];
    for (let step = 1; step <= stepsPerPart; step += 1) {
      const t = step / stepsPerPart;
      const [a, b, c] = [mix(from, first, t), mix(first, second, t), mix(second, to, t)];
      points.push(mix(mix(a, b, t), mix(b, c, t), t));
    }
  }
  return points;
};

/** A curve reaches three quarters of the distance to its handles. */
const handleFactor = 1.33;

/** Builds a curve below a status and back to it, around the center of the label. */
export const buildLoop = (box: Box, label: Point): Curve => {
  const [left, right] = [box.x + box.width * 0.3, box.x + box.width * 0.7];
  const edge = box.y + box.height;
  const reach = edge + (label.y - edge) * handleFactor;
  return [
    { x: left, y: edge },
    { x: left, y: reach },
    { x: right, y: reach },
    { x: right, y: edge },
  ];
};

/** A connection between two nodes. */
export interface Link {
  id: string;
  source: string;
  target: string;
  /** Number of transitions. */
  count: number;
}

/** A link with points that its arrow passes, from center to center. */
export interface RoutedLink<L extends Link> {
  link: L;
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
const attachEnds = (arrows: readonly (readonly [Link, Point[]])[], getBox: (id: string) => Box): void => {
  const sides = new Map<string, { box: Box; x: number; ends: End[] }>();
  const add = (nodeId: string, end: End): void => {
    const box = getBox(nodeId);
    const x = end.next.x >= centerOf(box).x ? box.x + box.width : box.x;
    const side = sides.get(`${nodeId} ${x}`);
    if (side) side.ends.push(end);
    else sides.set(`${nodeId} ${x}`, { box, x, ends: [end] });
  };
  for (const [{ source, target }, stops] of arrows) {
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

/** Builds the curves of arrows between different nodes along a horizontal flow. */
export const buildCurves = <L extends Link>(
  routed: readonly RoutedLink<L>[],
  getBox: (id: string) => Box,
): [id: string, curve: Curve][] => {
  const arrows = routed.map((arrow) => ({ ...arrow, stops: [...arrow.points] }));
  attachEnds(
    arrows.map(({ link, stops }) => [link, stops] as const),
    getBox,
  );
  return arrows.map(({ link, stops, isWithinColumn }) => [
    link.id,
    isWithinColumn ? buildArc(stops) : buildBends(stops),
  ]);
};
