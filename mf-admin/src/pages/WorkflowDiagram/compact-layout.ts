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
/** Leaves space for a transition name. */
const columnGap = 100;
/** Leaves space for passing arrows. */
const rowGap = 44;
const cell = { width: nodeSize.width + columnGap, height: nodeSize.height + rowGap };
/** Parallel arrows in one gap between rows use different lanes. */
const laneCount = 7;
const laneWidth = 5;
const sortSweeps = 8;
const labelWidthMax = 240;

interface GridCell {
  column: number;
  row: number;
}

/** Returns the minimum number of transitions from the start to each status. */
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

/** Sorts the node ids by distance from the start; FINAL statuses are last. */
const sortAlongFlow = (statuses: readonly DiagramStatus[], arrows: readonly Arrow[]): string[] => {
  const depths = findDepths(statuses, arrows);
  const rankOf = ({ id, statusType }: DiagramStatus): number =>
    statusType === 'FINAL' ? statuses.length + 2 : (depths.get(getNodeId(id)) ?? statuses.length + 1);
  const sorted = statuses.toSorted((one, other) => rankOf(one) - rankOf(other));
  return [startId, ...sorted.map(({ id }) => getNodeId(id))];
};

/** Returns the number of rows that allows the largest scale. @param aspectRatio width by height of the canvas. */
const chooseRowCount = (count: number, aspectRatio: number): number => {
  const getScale = (rows: number): number =>
    Math.min(
      aspectRatio / (Math.ceil(count / rows) * cell.width - columnGap),
      1 / ((rows + 0.5) * cell.height),
    );
  let best = 1;
  for (let rows = 2; rows <= count; rows += 1) if (getScale(rows) > getScale(best)) best = rows;
  return best;
};

/** Sorts each column by the average row of the neighbours (barycenter heuristic), so that fewer arrows cross. */
const sortColumns = (columns: string[][], arrows: readonly Arrow[]): Map<string, GridCell> => {
  const neighbours = new Map<string, string[]>();
  for (const { source, target } of arrows) {
    if (source === target) continue;
    neighbours.set(source, [...(neighbours.get(source) ?? []), target]);
    neighbours.set(target, [...(neighbours.get(target) ?? []), source]);
  }
  const cells = new Map<string, GridCell>();
  const updateCells = (column: number): void => {
    for (const [row, id] of (columns[column] ?? []).entries()) cells.set(id, { column, row });
  };
  for (const column of columns.keys()) updateCells(column);
  const getAverageRow = (id: string): number => {
    const adjacent = neighbours.get(id) ?? [];
    const sum = adjacent.reduce((total, other) => total + (cells.get(other)?.row ?? 0), 0);
    return adjacent.length > 0 ? sum / adjacent.length : (cells.get(id)?.row ?? 0);
  };
  for (let sweep = 0; sweep < sortSweeps; sweep += 1) {
    for (const [column, ids] of columns.entries()) {
      // The start node stays at the top.
      const averageRows = new Map(ids.map((id) => [id, id === startId ? -1 : getAverageRow(id)]));
      ids.sort((one, other) => (averageRows.get(one) ?? 0) - (averageRows.get(other) ?? 0));
      updateCells(column);
    }
  }
  return cells;
};

/** Shifts every second column by half a row, so that a horizontal arrow passes between statuses. */
const getTop = ({ column, row }: GridCell): number => row * cell.height + (column % 2) * (cell.height / 2);

const getLeft = (column: number): number => column * cell.width;

const placeNode = (id: string, status: DiagramStatus | undefined, gridCell: GridCell): PlacedNode => {
  const { width, height } = status ? nodeSize : startSize;
  return {
    id,
    status,
    x: getLeft(gridCell.column) + (nodeSize.width - width) / 2,
    y: getTop(gridCell) + (nodeSize.height - height) / 2,
    width,
    height,
  };
};

const getCenter = ({ x, y, width, height }: PlacedNode): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Creates a function that routes arrows through the gaps between rows, never behind an unrelated status. */
const createRouter = () => {
  const usedLanes = new Map<string, number>();
  const takeLaneOffset = (gap: string): number => {
    const lane = usedLanes.get(gap) ?? 0;
    usedLanes.set(gap, lane + 1);
    return ((lane % laneCount) - (laneCount - 1) / 2) * laneWidth;
  };
  return (from: PlacedNode, to: PlacedNode, fromColumn: number, toColumn: number): Point[] => {
    const [start, end] = [getCenter(from), getCenter(to)];
    const step = Math.sign(toColumn - fromColumn);
    const points = [start];
    for (let column = fromColumn + step; column !== toColumn; column += step) {
      const fraction = (column - fromColumn) / (toColumn - fromColumn);
      const idealY = start.y + (end.y - start.y) * fraction;
      const offset = getTop({ column, row: 0 }) - rowGap / 2;
      const gap = Math.round((idealY - offset) / cell.height);
      const y = offset + gap * cell.height + takeLaneOffset(`${column} ${gap}`);
      const sides = [getLeft(column), getLeft(column) + nodeSize.width];
      for (const x of step > 0 ? sides : sides.toReversed()) points.push({ x, y });
    }
    return [...points, end];
  };
};

const interpolate = (one: Point, other: Point, fraction = 0.5): Point => ({
  x: one.x + (other.x - one.x) * fraction,
  y: one.y + (other.y - one.y) * fraction,
});

/** @param index number of earlier loops at the same status; offsets the label. */
const placeLoop = (arrow: Arrow, box: PlacedNode, index: number): PlacedEdge => {
  const own = { x: box.x + box.width / 2, y: box.y + box.height + 22 + index * 6 };
  return {
    ...arrow,
    ...buildLoopPath(box, own, 'LR'),
    label: { own, atSource: own, atTarget: own, maxWidth: labelWidthMax },
  };
};

interface RoutedArrow extends Arrow {
  points: Point[];
  isWithinColumn: boolean;
}

/** Position of the name between a status and the next point of the arrow. */
const labelFraction = 0.38;

const placeArrow = (
  { points, isWithinColumn, ...arrow }: RoutedArrow,
  ports: Ports | undefined,
): PlacedEdge => {
  const [first, last] = [points[0] as Point, points.at(-1) as Point];
  const { from, to } = ports ?? { from: first, to: last };
  const [second, secondLast] = [points[1] as Point, points.at(-2) as Point];
  if (isWithinColumn) {
    return {
      ...arrow,
      ...buildArcPath({ from, to }, second),
      label: { own: second, atSource: second, atTarget: second, maxWidth: labelWidthMax },
    };
  }
  const isDirect = points.length === 2;
  const atSource = interpolate(from, isDirect ? to : second, labelFraction);
  const atTarget = interpolate(to, isDirect ? from : secondLast, labelFraction);
  return {
    ...arrow,
    ...buildEdgePath(points, ports, 'LR'),
    label: { own: atSource, atSource, atTarget, maxWidth: labelWidthMax },
  };
};

/** Routes an arrow within a column: downwards on the right, upwards on the left. Longer arrows bend further out. */
const routeWithinColumn = (from: PlacedNode, to: PlacedNode, fromRow: number, toCell: GridCell): Point[] => {
  const isDown = toCell.row > fromRow;
  const reach = 34 + 8 * Math.min(6, Math.abs(toCell.row - fromRow));
  const x = getLeft(toCell.column) + (isDown ? nodeSize.width + reach : -reach);
  const turn = { x, y: interpolate(getCenter(from), getCenter(to)).y };
  return [getCenter(from), turn, getCenter(to)];
};

const routeArrows = (
  arrows: readonly Arrow[],
  getNode: (id: string) => PlacedNode,
  getCell: (id: string) => GridCell,
): RoutedArrow[] => {
  const route = createRouter();
  return arrows.map((arrow) => {
    const [from, to] = [getNode(arrow.source), getNode(arrow.target)];
    const [fromCell, toCell] = [getCell(arrow.source), getCell(arrow.target)];
    const isWithinColumn = fromCell.column === toCell.column;
    const points = isWithinColumn
      ? routeWithinColumn(from, to, fromCell.row, toCell)
      : route(from, to, fromCell.column, toCell.column);
    return { ...arrow, points, isWithinColumn };
  });
};

const placeLoops = (loops: readonly Arrow[], getNode: (id: string) => PlacedNode): PlacedEdge[] => {
  const counts = new Map<string, number>();
  return loops.map((arrow) => {
    const index = counts.get(arrow.source) ?? 0;
    counts.set(arrow.source, index + 1);
    return placeLoop(arrow, getNode(arrow.source), index);
  });
};

/**
 * Lays out the workflow in a grid along the flow, as large as the canvas allows. Transition names appear on demand.
 * For workflows with many transitions, and for small screens.
 *
 * @param aspectRatio width by height of the canvas.
 */
export const layoutCompactly = (
  statuses: readonly DiagramStatus[],
  transitions: readonly DiagramTransition[],
  aspectRatio: number,
): DiagramLayout => {
  const arrows = buildArrows(statuses, transitions);
  const sortedIds = sortAlongFlow(statuses, arrows);
  const rowCount = chooseRowCount(sortedIds.length, aspectRatio);
  const columns = Array.from({ length: Math.ceil(sortedIds.length / rowCount) }, (_, column) =>
    sortedIds.slice(column * rowCount, (column + 1) * rowCount),
  );
  const cells = sortColumns(columns, arrows);
  const getCell = (id: string): GridCell => cells.get(id) ?? { column: 0, row: 0 };
  const nodes = [undefined, ...statuses].map((status) => {
    const id = getNodeId(status?.id ?? null);
    return placeNode(id, status, getCell(id));
  });
  const nodesById = new Map(nodes.map((node) => [node.id, node]));
  const getNode = (id: string): PlacedNode => nodesById.get(id) as PlacedNode;

  const isLoop = ({ source, target }: Arrow): boolean => source === target;
  const routed = routeArrows(
    arrows.filter((arrow) => !isLoop(arrow)),
    getNode,
    getCell,
  );
  const turnXs = routed
    .filter(({ isWithinColumn }) => isWithinColumn)
    .map(({ points }) => (points[1] as Point).x);
  const left = Math.min(0, ...turnXs);
  const right = Math.max(columns.length * cell.width - columnGap, ...turnXs);
  const ports = attachPorts(routed, getNode, 'LR');
  return {
    direction: 'LR',
    isCompact: true,
    left,
    width: right - left,
    height: rowCount * cell.height - rowGap + (columns.length > 1 ? cell.height / 2 : 0),
    nodes,
    edges: [
      ...routed.map((arrow) => placeArrow(arrow, ports.get(arrow.id))),
      ...placeLoops(arrows.filter(isLoop), getNode),
    ],
  };
};
