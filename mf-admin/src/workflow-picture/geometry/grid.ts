import {
  type Arrangement,
  buildCurves,
  isLoop,
  type Link,
  type LooseNode,
  type Route,
  type RoutedLink,
  routeLoop,
} from './arrangement';
import { type Box, centerOf, type Point, type Size } from './boxes';
import { sampleCurve } from './curves';
import { startId } from './picture';

/** Sizes in pixels. */
export interface GridMetrics {
  /** Size of the largest node. */
  node: Size;
  /** Leaves space for a transition name. */
  columnGap: number;
  /** Leaves space for passing arrows. */
  rowGap: number;
  laneWidth: number;
}

/** Parallel arrows in one gap between rows use different lanes. */
const laneCount = 7;
const sortSweeps = 8;

interface GridCell {
  column: number;
  row: number;
}

/** Returns the minimum number of transitions from the start to each status. */
const findDepths = (nodes: readonly LooseNode[], links: readonly Link[]): Map<string, number> => {
  const depths = new Map([[startId, 0]]);
  for (const { id, status } of nodes) if (status?.statusType === 'INITIAL') depths.set(id, 1);
  const queue = [...depths.keys()];
  for (const nodeId of queue) {
    for (const { source, target } of links) {
      if (source !== nodeId || depths.has(target)) continue;
      depths.set(target, (depths.get(nodeId) ?? 0) + 1);
      queue.push(target);
    }
  }
  return depths;
};

/** Sorts the nodes by distance from the start; FINAL statuses are last. */
const sortAlongFlow = (nodes: readonly LooseNode[], links: readonly Link[]): LooseNode[] => {
  const depths = findDepths(nodes, links);
  const rankOf = ({ id, status }: LooseNode): number =>
    status?.statusType === 'FINAL' ? nodes.length + 1 : (depths.get(id) ?? nodes.length);
  return nodes.toSorted((one, other) => rankOf(one) - rankOf(other));
};

const sizeOfCell = ({ node, columnGap, rowGap }: GridMetrics) => ({
  width: node.width + columnGap,
  height: node.height + rowGap,
});

/** Returns the number of rows that allows the largest scale. @param aspectRatio width by height of the canvas. */
const chooseRowCount = (count: number, aspectRatio: number, metrics: GridMetrics): number => {
  const cell = sizeOfCell(metrics);
  const getScale = (rows: number): number =>
    Math.min(
      aspectRatio / (Math.ceil(count / rows) * cell.width - metrics.columnGap),
      1 / ((rows + 0.5) * cell.height),
    );
  let best = 1;
  for (let rows = 2; rows <= count; rows += 1) if (getScale(rows) > getScale(best)) best = rows;
  return best;
};

/** Sorts each column by the average row of the neighbours (barycenter heuristic), so that fewer arrows cross. */
const sortColumns = (columns: string[][], links: readonly Link[]): Map<string, GridCell> => {
  const neighbours = new Map<string, { id: string; count: number }[]>();
  for (const { source, target, count } of links) {
    if (source === target) continue;
    neighbours.set(source, [...(neighbours.get(source) ?? []), { id: target, count }]);
    neighbours.set(target, [...(neighbours.get(target) ?? []), { id: source, count }]);
  }
  const cells = new Map<string, GridCell>();
  const updateCells = (column: number): void => {
    for (const [row, id] of (columns[column] ?? []).entries()) cells.set(id, { column, row });
  };
  for (const column of columns.keys()) updateCells(column);
  const getAverageRow = (id: string): number => {
    const adjacent = neighbours.get(id) ?? [];
    const total = adjacent.reduce((sum, { count }) => sum + count, 0);
    const rows = adjacent.reduce((sum, other) => sum + other.count * (cells.get(other.id)?.row ?? 0), 0);
    return total > 0 ? rows / total : (cells.get(id)?.row ?? 0);
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

const getLeft = (column: number, metrics: GridMetrics): number => column * sizeOfCell(metrics).width;

/** Shifts every second column by half a row, so that a horizontal arrow passes between statuses. */
const getTop = ({ column, row }: GridCell, metrics: GridMetrics): number =>
  (row + (column % 2) / 2) * sizeOfCell(metrics).height;

/** Creates a function that routes arrows through the gaps between rows, never behind an unrelated status. */
const createRouter = (metrics: GridMetrics) => {
  const cellHeight = sizeOfCell(metrics).height;
  const usedLanes = new Map<string, number>();
  const takeLaneOffset = (gap: string): number => {
    const lane = usedLanes.get(gap) ?? 0;
    usedLanes.set(gap, lane + 1);
    return ((lane % laneCount) - (laneCount - 1) / 2) * metrics.laneWidth;
  };
  return (start: Point, end: Point, fromColumn: number, toColumn: number): Point[] => {
    const step = Math.sign(toColumn - fromColumn);
    const points = [start];
    for (let column = fromColumn + step; column !== toColumn; column += step) {
      const fraction = (column - fromColumn) / (toColumn - fromColumn);
      const idealY = start.y + (end.y - start.y) * fraction;
      const offset = getTop({ column, row: 0 }, metrics) - metrics.rowGap / 2;
      const gap = Math.round((idealY - offset) / cellHeight);
      const y = offset + gap * cellHeight + takeLaneOffset(`${column} ${gap}`);
      const left = getLeft(column, metrics);
      const sides = [left, left + metrics.node.width];
      for (const x of step > 0 ? sides : sides.toReversed()) points.push({ x, y });
    }
    return [...points, end];
  };
};

/** Routes an arrow within a column: downwards on the right, upwards on the left. Longer arrows bend further out. */
const routeWithinColumn = (
  start: Point,
  end: Point,
  fromRow: number,
  toCell: GridCell,
  metrics: GridMetrics,
): Point[] => {
  const isDown = toCell.row > fromRow;
  const reach = 34 + 8 * Math.min(6, Math.abs(toCell.row - fromRow));
  const x = getLeft(toCell.column, metrics) + (isDown ? metrics.node.width + reach : -reach);
  return [start, { x, y: (start.y + end.y) / 2 }, end];
};

const routeBetween = (
  links: readonly Link[],
  boxes: ReadonlyMap<string, Box>,
  cells: ReadonlyMap<string, GridCell>,
  metrics: GridMetrics,
): RoutedLink[] => {
  const route = createRouter(metrics);
  return links.map((link) => {
    const [from, to] = [cells.get(link.source) as GridCell, cells.get(link.target) as GridCell];
    const [start, end] = [link.source, link.target].map((id) => centerOf(boxes.get(id) as Box)) as [
      Point,
      Point,
    ];
    const isWithinColumn = from.column === to.column;
    const points = isWithinColumn
      ? routeWithinColumn(start, end, from.row, to, metrics)
      : route(start, end, from.column, to.column);
    return { link, points, isWithinColumn };
  });
};

/** Position of a name on its arrow: near the source, where a reader looks for it. */
const labelFraction = 0.35;

const routeAll = (
  links: readonly Link[],
  boxes: ReadonlyMap<string, Box>,
  cells: ReadonlyMap<string, GridCell>,
  metrics: GridMetrics,
): ReadonlyMap<string, Route> => {
  const between = links.filter((link) => !isLoop(link));
  const curves = buildCurves(routeBetween(between, boxes, cells, metrics), boxes);
  const routes = [...curves].map(([id, curve]): [string, Route] => {
    const samples = sampleCurve(curve, 12);
    return [id, { curve, preferred: samples[Math.floor(samples.length * labelFraction)] as Point }];
  });
  const loops = links
    .filter(isLoop)
    .map(({ id, source }): [string, Route] => [id, routeLoop(boxes.get(source) as Box)]);
  return new Map([...routes, ...loops]);
};

/** Arranges the statuses in a grid along the flow, with arrows in the gaps between rows. */
export const arrangeInGrid = (
  nodes: readonly LooseNode[],
  links: readonly Link[],
  canvas: Size,
  gaps: Omit<GridMetrics, 'node'>,
): Arrangement => {
  const node = {
    width: Math.max(...nodes.map(({ box }) => box.width)),
    height: Math.max(...nodes.map(({ box }) => box.height)),
  };
  const metrics = { ...gaps, node };
  const sorted = sortAlongFlow(nodes, links);
  const rowCount = chooseRowCount(sorted.length, canvas.width / canvas.height, metrics);
  const columns = Array.from({ length: Math.ceil(sorted.length / rowCount) }, (_, column) =>
    sorted.slice(column * rowCount, (column + 1) * rowCount).map(({ id }) => id),
  );
  const cells = sortColumns(columns, links);
  const boxes = new Map(
    nodes.map(({ id, box: { width, height } }): [string, Box] => {
      const cell = cells.get(id) as GridCell;
      const x = getLeft(cell.column, metrics) + (node.width - width) / 2;
      const y = getTop(cell, metrics) + (node.height - height) / 2;
      return [id, { x, y, width, height }];
    }),
  );
  return { boxes, routes: routeAll(links, boxes, cells, metrics) };
};
