import {
  type Arrow,
  buildArrows,
  type DiagramLayout,
  type DiagramStatus,
  type DiagramTransition,
  getNodeId,
  type PlacedEdge,
  type PlacedNode,
  startId,
  startSize,
} from './diagram-layout';
import {
  attachPorts,
  buildArcPath,
  buildEdgePath,
  buildLoopPath,
  type Point,
  type Ports,
} from './edge-paths';

const nodeSize = { width: 164, height: 52 };
/** Between columns there is room for a name, between rows for the arrows that pass by. */
const columnGap = 100;
const rowGap = 44;
const cell = { width: nodeSize.width + columnGap, height: nodeSize.height + rowGap };
/** Arrows in one gap between rows run side by side. */
const lanes = 7;
const laneWidth = 5;
const sweeps = 8;
const labelWidthMax = 240;
interface Place {
  column: number;
  row: number;
}

/** How many steps a new task is from each status at least. */
const findDepths = (statuses: readonly DiagramStatus[], arrows: readonly Arrow[]): Map<string, number> => {
  const depths = new Map([[startId, 0]]);
  for (const { id, statusType } of statuses) if (statusType === 'INITIAL') depths.set(getNodeId(id), 1);
  const queue = [...depths.keys()];
  for (const nodeId of queue) {
    for (const { source, target } of arrows) {
      if (source !== nodeId || depths.has(target)) continue;
      depths.set(target, (depths.get(nodeId) ?? 0) + 1);
      queue.push(target);
    }
  }
  return depths;
};

/** From the start to where tasks end. */
const sortAlongFlow = (statuses: readonly DiagramStatus[], arrows: readonly Arrow[]): string[] => {
  const depths = findDepths(statuses, arrows);
  const rankOf = ({ id, statusType }: DiagramStatus): number =>
    statusType === 'FINAL' ? statuses.length + 2 : (depths.get(getNodeId(id)) ?? statuses.length + 1);
  const sorted = statuses.toSorted((one, other) => rankOf(one) - rankOf(other));
  return [startId, ...sorted.map(({ id }) => getNodeId(id))];
};

/** As many rows as make the picture largest in a room of this width by height. */
const chooseRows = (count: number, shape: number): number => {
  const scaleWith = (rows: number): number =>
    Math.min(shape / (Math.ceil(count / rows) * cell.width - columnGap), 1 / ((rows + 0.5) * cell.height));
  let best = 1;
  for (let rows = 2; rows <= count; rows += 1) if (scaleWith(rows) > scaleWith(best)) best = rows;
  return best;
};

/** Puts what is joined at like heights, so that fewer arrows cross. */
const sortColumns = (columns: string[][], arrows: readonly Arrow[]): Map<string, Place> => {
  const neighbours = new Map<string, string[]>();
  for (const { source, target } of arrows) {
    if (source === target) continue;
    neighbours.set(source, [...(neighbours.get(source) ?? []), target]);
    neighbours.set(target, [...(neighbours.get(target) ?? []), source]);
  }
  const places = new Map<string, Place>();
  const note = (column: number): void => {
    for (const [row, id] of (columns[column] ?? []).entries()) places.set(id, { column, row });
  };
  for (const column of columns.keys()) note(column);
  const heightOf = (id: string): number => {
    const joined = neighbours.get(id) ?? [];
    const sum = joined.reduce((total, other) => total + (places.get(other)?.row ?? 0), 0);
    return joined.length > 0 ? sum / joined.length : (places.get(id)?.row ?? 0);
  };
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (const [column, ids] of columns.entries()) {
      // Where tasks come in stays where one begins to read.
      const heights = new Map(ids.map((id) => [id, id === startId ? -1 : heightOf(id)]));
      ids.sort((one, other) => (heights.get(one) ?? 0) - (heights.get(other) ?? 0));
      note(column);
    }
  }
  return places;
};

/** Every second column stands half a row lower, so that a level arrow passes between statuses. */
const topOf = ({ column, row }: Place): number => row * cell.height + (column % 2) * (cell.height / 2);

const leftOf = (column: number): number => column * cell.width;

const placeNode = (id: string, status: DiagramStatus | undefined, place: Place): PlacedNode => {
  const { width, height } = status ? nodeSize : startSize;
  return {
    id,
    status,
    x: leftOf(place.column) + (nodeSize.width - width) / 2,
    y: topOf(place) + (nodeSize.height - height) / 2,
    width,
    height,
  };
};

const middleOf = ({ x, y, width, height }: PlacedNode): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Leads arrows through the gaps between rows, never behind a status that they do not mean. */
const createRouter = () => {
  const used = new Map<string, number>();
  const laneIn = (gap: string): number => {
    const lane = used.get(gap) ?? 0;
    used.set(gap, lane + 1);
    return ((lane % lanes) - (lanes - 1) / 2) * laneWidth;
  };
  return (from: PlacedNode, to: PlacedNode, fromColumn: number, toColumn: number): Point[] => {
    const [start, end] = [middleOf(from), middleOf(to)];
    const step = Math.sign(toColumn - fromColumn);
    const points = [start];
    for (let column = fromColumn + step; column !== toColumn; column += step) {
      const share = (column - fromColumn) / (toColumn - fromColumn);
      const wanted = start.y + (end.y - start.y) * share;
      const offset = topOf({ column, row: 0 }) - rowGap / 2;
      const gap = Math.round((wanted - offset) / cell.height);
      const y = offset + gap * cell.height + laneIn(`${column} ${gap}`);
      const sides = [leftOf(column), leftOf(column) + nodeSize.width];
      for (const x of step > 0 ? sides : sides.toReversed()) points.push({ x, y });
    }
    return [...points, end];
  };
};

const between = (one: Point, other: Point, share = 0.5): Point => ({
  x: one.x + (other.x - one.x) * share,
  y: one.y + (other.y - one.y) * share,
});

const drawLoop = (arrow: Arrow, box: PlacedNode, turn: number): PlacedEdge => {
  const own = { x: box.x + box.width / 2, y: box.y + box.height + 22 + turn * 6 };
  return {
    ...arrow,
    ...buildLoopPath(box, own, 'LR'),
    label: { own, atSource: own, atTarget: own, maxWidth: labelWidthMax },
  };
};

interface RoutedArrow extends Arrow {
  points: Point[];
  isInColumn: boolean;
}

/** Share of the way from a status through the room beside it at which the name stands. */
const labelShare = 0.38;

const drawArrow = ({ points, isInColumn, ...arrow }: RoutedArrow, ports: Ports | undefined): PlacedEdge => {
  const [first, last] = [points[0] as Point, points.at(-1) as Point];
  const { from, to } = ports ?? { from: first, to: last };
  const [second, lastButOne] = [points[1] as Point, points.at(-2) as Point];
  const isDirect = points.length === 2;
  const [atSource, atTarget] = isInColumn
    ? [second, second]
    : [
        between(from, isDirect ? to : second, labelShare),
        between(to, isDirect ? from : lastButOne, labelShare),
      ];
  return {
    ...arrow,
    ...(isInColumn ? buildArcPath({ from, to }, second) : buildEdgePath(points, ports, 'LR')),
    label: { own: atSource, atSource, atTarget, maxWidth: labelWidthMax },
  };
};

/**
 * In a grid along the flow that fills a room of the given shape (width by height): as large as it can be, names of
 * transitions only on demand. For many transitions, and for little room.
 */
export const layoutCompactly = (
  statuses: readonly DiagramStatus[],
  transitions: readonly DiagramTransition[],
  shape: number,
): DiagramLayout => {
  const arrows = buildArrows(statuses, transitions);
  const sorted = sortAlongFlow(statuses, arrows);
  const rows = chooseRows(sorted.length, shape);
  const columns = Array.from({ length: Math.ceil(sorted.length / rows) }, (_, column) =>
    sorted.slice(column * rows, (column + 1) * rows),
  );
  const places = sortColumns(columns, arrows);
  const placeOf = (id: string): Place => places.get(id) ?? { column: 0, row: 0 };
  const nodes = [undefined, ...statuses].map((status) => {
    const id = getNodeId(status?.id ?? null);
    return placeNode(id, status, placeOf(id));
  });
  const boxes = new Map(nodes.map((node) => [node.id, node]));
  const boxOf = (id: string): PlacedNode => boxes.get(id) as PlacedNode;

  const route = createRouter();
  const routed = arrows
    .filter(({ source, target }) => source !== target)
    .map((arrow): RoutedArrow => {
      const [from, to] = [boxOf(arrow.source), boxOf(arrow.target)];
      const [fromPlace, toPlace] = [placeOf(arrow.source), placeOf(arrow.target)];
      if (fromPlace.column !== toPlace.column)
        return { ...arrow, points: route(from, to, fromPlace.column, toPlace.column), isInColumn: false };
      // Down at the right, up at the left; the further, the wider.
      const isDown = toPlace.row > fromPlace.row;
      const reach = 34 + 8 * Math.min(6, Math.abs(toPlace.row - fromPlace.row));
      const x = leftOf(toPlace.column) + (isDown ? nodeSize.width + reach : -reach);
      const turn = { x, y: between(middleOf(from), middleOf(to)).y };
      return { ...arrow, points: [middleOf(from), turn, middleOf(to)], isInColumn: true };
    });
  const turns = routed.filter(({ isInColumn }) => isInColumn).map(({ points }) => (points[1] as Point).x);
  const left = Math.min(0, ...turns);
  const right = Math.max(columns.length * cell.width - columnGap, ...turns);
  const ports = attachPorts(routed, boxOf, 'LR');
  const loops = new Map<string, number>();
  const drawLoopOf = (arrow: Arrow): PlacedEdge => {
    const turn = loops.get(arrow.source) ?? 0;
    loops.set(arrow.source, turn + 1);
    return drawLoop(arrow, boxOf(arrow.source), turn);
  };
  return {
    direction: 'LR',
    isCompact: true,
    left,
    width: right - left,
    height: rows * cell.height - rowGap + (columns.length > 1 ? cell.height / 2 : 0),
    nodes,
    edges: [
      ...routed.map((arrow) => drawArrow(arrow, ports.get(arrow.id))),
      ...arrows.filter(({ source, target }) => source === target).map(drawLoopOf),
    ],
  };
};
