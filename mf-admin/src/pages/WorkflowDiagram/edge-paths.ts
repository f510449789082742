/** `LR`: from left to right; `TB`: from top to bottom. */
export type Direction = 'LR' | 'TB';
export interface Point {
  x: number;
  y: number;
}
interface Box extends Point {
  width: number;
  height: number;
}
/** The point of an arrow, and where it points. */
export interface Tip extends Point {
  towards: 'left' | 'right' | 'up' | 'down';
}
interface Way {
  path: string;
  tip: Tip;
}
/** Where an arrow leaves its source and meets its target. */
export interface Ports {
  from: Point;
  to: Point;
}
interface Arrow {
  id: string;
  source: string;
  target: string;
  /** From source to target, ends included. */
  points: readonly Point[];
}

const round = (value: number): number => Math.round(value * 10) / 10;
const write = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;

/** Along the flow, and across it. */
const axes = { LR: { along: 'x', across: 'y' }, TB: { along: 'y', across: 'x' } } as const;

interface End {
  arrow: Arrow;
  isSource: boolean;
  /** Where the arrow goes on; ends are sorted by it, so that they do not cross in front of the status. */
  next: Point;
}

const endsOf = (arrow: Arrow): { nodeId: string; end: End }[] => {
  const { points } = arrow;
  return [
    { nodeId: arrow.source, end: { arrow, isSource: true, next: points[1] ?? { x: 0, y: 0 } } },
    { nodeId: arrow.target, end: { arrow, isSource: false, next: points.at(-2) ?? { x: 0, y: 0 } } },
  ];
};

/** Spreads the ends of arrows over the sides of each box that face the flow, so that no two of them fall together. */
export const attachPorts = (
  arrows: readonly Arrow[],
  boxOf: (nodeId: string) => Box,
  direction: Direction,
): Map<string, Ports> => {
  const { along, across } = axes[direction];
  const sides = new Map<string, End[]>();
  for (const { nodeId, end } of arrows.flatMap(endsOf)) {
    const box = boxOf(nodeId);
    const middle = box[along] + (direction === 'LR' ? box.width : box.height) / 2;
    const side = `${nodeId} ${end.next[along] >= middle ? 'far' : 'near'}`;
    sides.set(side, [...(sides.get(side) ?? []), end]);
  }
  const ports = new Map<string, Ports>(
    arrows.map(({ id }) => [id, { from: { x: 0, y: 0 }, to: { x: 0, y: 0 } }]),
  );
  for (const [side, ends] of sides) {
    const [nodeId = '', which] = side.split(' ');
    const box = boxOf(nodeId);
    const length = direction === 'LR' ? box.height : box.width;
    const depth = direction === 'LR' ? box.width : box.height;
    const sorted = ends.toSorted((one, other) => one.next[across] - other.next[across]);
    for (const [index, { arrow, isSource }] of sorted.entries()) {
      const port = ports.get(arrow.id);
      if (!port) continue;
      const point = { x: 0, y: 0 };
      point[along] = box[along] + (which === 'far' ? depth : 0);
      point[across] = box[across] + (length * (index + 1)) / (sorted.length + 1);
      port[isSource ? 'from' : 'to'] = point;
    }
  }
  return ports;
};

const bend = (from: Point, to: Point, direction: Direction): string => {
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
  return `C${write(out)} ${write(into)} ${write(to)}`;
};

/** A smooth way through the points, straight along the flow at each of them. */
export const buildEdgePath = (
  points: readonly Point[],
  ports: Ports | undefined,
  direction: Direction,
): Way => {
  const { along } = axes[direction];
  const middle = points.slice(1, -1);
  const from = ports?.from ?? points[0] ?? { x: 0, y: 0 };
  const to = ports?.to ?? points.at(-1) ?? { x: 0, y: 0 };
  const stops = [from, ...middle, to];
  const bends = stops.slice(1).map((stop, index) => bend(stops[index] as Point, stop, direction));
  const before = stops.at(-2) ?? from;
  const isForward = to[along] >= before[along];
  const towards =
    direction === 'LR' ? (isForward ? 'right' : 'left') : isForward ? ('down' as const) : ('up' as const);
  return { path: `M${write(from)}${bends.join('')}`, tip: { ...to, towards } };
};

/** From a status back to itself, around the label that lies beside it across the flow. */
export const buildLoopPath = (box: Box, label: Point, direction: Direction): Way => {
  if (direction === 'LR') {
    const [left, right] = [box.x + box.width * 0.3, box.x + box.width * 0.7];
    const edge = box.y + box.height;
    const reach = edge + (label.y - edge) * 1.33;
    return {
      path: `M${write({ x: left, y: edge })}C${write({ x: left, y: reach })} ${write({ x: right, y: reach })} ${write({ x: right, y: edge })}`,
      tip: { x: right, y: edge, towards: 'up' },
    };
  }
  const [top, bottom] = [box.y + box.height * 0.25, box.y + box.height * 0.75];
  const edge = box.x + box.width;
  const reach = edge + (label.x - edge) * 1.33;
  return {
    path: `M${write({ x: edge, y: top })}C${write({ x: reach, y: top })} ${write({ x: reach, y: bottom })} ${write({ x: edge, y: bottom })}`,
    tip: { x: edge, y: bottom, towards: 'left' },
  };
};

/** Between two statuses of one column, out at one side by way of the turn and back in at the same. */
export const buildArcPath = ({ from, to }: Ports, turn: Point): Way => {
  // A curve reaches three quarters of the way to its handles.
  const reach = from.x + (turn.x - from.x) * 1.33;
  return {
    path: `M${write(from)}C${write({ x: reach, y: from.y })} ${write({ x: reach, y: to.y })} ${write(to)}`,
    tip: { ...to, towards: turn.x > to.x ? 'left' : 'right' },
  };
};
