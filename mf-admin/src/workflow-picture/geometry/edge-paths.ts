import type { Box, Point } from './boxes';

/** Direction of the flow: `LR` is left to right, `TB` is top to bottom. */
export type Direction = 'LR' | 'TB';
/** The arrow head. */
export interface Tip extends Point {
  /** Direction in degrees; 0 points to the right. */
  angle: number;
}
export interface EdgePath {
  /** SVG path data of cubic Bézier curves. */
  path: string;
  tip: Tip;
}
/** The points where an arrow leaves its source and meets its target. */
export interface Ports {
  from: Point;
  to: Point;
}
interface Arrow {
  id: string;
  source: string;
  target: string;
  /** From source to target, including both ends. */
  points: readonly Point[];
}

export const round = (value: number): number => Math.round(value * 10) / 10;
export const formatPoint = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;

/** A cubic Bézier curve reaches three quarters of the distance to its handles. */
const handleFactor = 1.33;

export const buildCurve = (from: Point, firstHandle: Point, secondHandle: Point, to: Point): string =>
  `M${formatPoint(from)}C${[firstHandle, secondHandle, to].map(formatPoint).join(' ')}`;

/** Axes along and across the flow. */
const axes = { LR: { along: 'x', across: 'y' }, TB: { along: 'y', across: 'x' } } as const;

interface ArrowEnd {
  arrow: Arrow;
  isSource: boolean;
  /** The adjacent point of the arrow. Ends are sorted by it, so that arrows do not cross in front of the status. */
  next: Point;
}

const getEnds = (arrow: Arrow): { nodeId: string; end: ArrowEnd }[] => {
  const { points } = arrow;
  return [
    { nodeId: arrow.source, end: { arrow, isSource: true, next: points[1] ?? { x: 0, y: 0 } } },
    { nodeId: arrow.target, end: { arrow, isSource: false, next: points.at(-2) ?? { x: 0, y: 0 } } },
  ];
};

/** Spreads the arrow ends over the two sides of each box along the flow, so that no two ends coincide. */
export const attachPorts = (
  arrows: readonly Arrow[],
  getBox: (nodeId: string) => Box,
  direction: Direction,
): Map<string, Ports> => {
  const { along, across } = axes[direction];
  const sides = new Map<string, ArrowEnd[]>();
  for (const { nodeId, end } of arrows.flatMap(getEnds)) {
    const box = getBox(nodeId);
    const middle = box[along] + (direction === 'LR' ? box.width : box.height) / 2;
    const side = `${nodeId} ${end.next[along] >= middle ? 'far' : 'near'}`;
    sides.set(side, [...(sides.get(side) ?? []), end]);
  }
  const ports = new Map<string, Ports>(
    arrows.map(({ id }) => [id, { from: { x: 0, y: 0 }, to: { x: 0, y: 0 } }]),
  );
  for (const [side, ends] of sides) {
    const [nodeId = '', sideName] = side.split(' ');
    const box = getBox(nodeId);
    const length = direction === 'LR' ? box.height : box.width;
    const depth = direction === 'LR' ? box.width : box.height;
    const sorted = ends.toSorted((one, other) => one.next[across] - other.next[across]);
    for (const [index, { arrow, isSource }] of sorted.entries()) {
      const port = ports.get(arrow.id);
      if (!port) continue;
      const point = { x: 0, y: 0 };
      point[along] = box[along] + (sideName === 'far' ? depth : 0);
      point[across] = box[across] + (length * (index + 1)) / (sorted.length + 1);
      port[isSource ? 'from' : 'to'] = point;
    }
  }
  return ports;
};

/** Returns a Bézier segment that leaves and enters parallel to the flow. */
const buildBend = (from: Point, to: Point, direction: Direction): string => {
  const half = (to[axes[direction].along] - from[axes[direction].along]) / 2;
  const [out, into] =
    direction === 'LR'
      ? [
          { x: from.x + half, y: from.y },
          { x: to.x - half, y: to.y },
        ]
      : [
          { x: from.x, y: from.y + half },
          { x: to.x, y: to.y - half },
        ];
  return `C${formatPoint(out)} ${formatPoint(into)} ${formatPoint(to)}`;
};

const angles = { right: 0, down: 90, left: 180, up: 270 } as const;

const getTipAngle = (direction: Direction, isForward: boolean): number => {
  if (direction === 'LR') return isForward ? angles.right : angles.left;
  return isForward ? angles.down : angles.up;
};

/** Builds a smooth path through the points. At each point it is parallel to the flow. */
export const buildEdgePath = (
  points: readonly Point[],
  ports: Ports | undefined,
  direction: Direction,
): EdgePath => {
  const { along } = axes[direction];
  const middle = points.slice(1, -1);
  const from = ports?.from ?? points[0] ?? { x: 0, y: 0 };
  const to = ports?.to ?? points.at(-1) ?? { x: 0, y: 0 };
  const stops = [from, ...middle, to];
  const bends = stops.slice(1).map((stop, index) => buildBend(stops[index] as Point, stop, direction));
  const before = stops.at(-2) ?? from;
  const isForward = to[along] >= before[along];
  return {
    path: `M${formatPoint(from)}${bends.join('')}`,
    tip: { ...to, angle: getTipAngle(direction, isForward) },
  };
};

/** Builds a path from a status back to itself, around the label beside it. */
export const buildLoopPath = (box: Box, label: Point, direction: Direction): EdgePath => {
  if (direction === 'LR') {
    const [left, right] = [box.x + box.width * 0.3, box.x + box.width * 0.7];
    const edge = box.y + box.height;
    const reach = edge + (label.y - edge) * handleFactor;
    return {
      path: buildCurve(
        { x: left, y: edge },
        { x: left, y: reach },
        { x: right, y: reach },
        { x: right, y: edge },
      ),
      tip: { x: right, y: edge, angle: angles.up },
    };
  }
  const [top, bottom] = [box.y + box.height * 0.25, box.y + box.height * 0.75];
  const edge = box.x + box.width;
  const reach = edge + (label.x - edge) * handleFactor;
  return {
    path: buildCurve(
      { x: edge, y: top },
      { x: reach, y: top },
      { x: reach, y: bottom },
      { x: edge, y: bottom },
    ),
    tip: { x: edge, y: bottom, angle: angles.left },
  };
};

/** Builds a path between two statuses of one column. It leaves and enters on the same side. */
export const buildArcPath = ({ from, to }: Ports, turn: Point): EdgePath => {
  const reach = from.x + (turn.x - from.x) * handleFactor;
  return {
    path: buildCurve(from, { x: reach, y: from.y }, { x: reach, y: to.y }, to),
    tip: { ...to, angle: turn.x > to.x ? angles.left : angles.right },
  };
};
