import type { WorkflowStatus } from '@obieg/contracts';
import { type Box, centerOf, type Point, type Size } from './boxes';
import type { Link, RoutedLink } from './curves';
import { getNodeId, startId } from './picture';

export type GridStatus = Pick<WorkflowStatus, 'id' | 'statusType'>;

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
const findDepths = (statuses: readonly GridStatus[], links: readonly Link[]): Map<string, number> => {
  const depths = new Map([[startId, 0]]);
  for (const { id, statusType } of statuses) if (statusType === 'INITIAL') depths.set(getNodeId(id), 1);
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

/** Sorts the node ids by distance from the start; FINAL statuses are last. */
const sortAlongFlow = (statuses: readonly GridStatus[], links: readonly Link[]): string[] => {
  const depths = findDepths(statuses, links);
  const rankOf = ({ id, statusType }: GridStatus): number =>
    statusType === 'FINAL' ? statuses.length + 2 : (depths.get(getNodeId(id)) ?? statuses.length + 1);
  const sorted = statuses.toSorted((one, other) => rankOf(one) - rankOf(other));
  return [startId, ...sorted.map(({ id }) => getNodeId(id))];
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

interface GridRequest<L extends Link> {
  statuses: readonly GridStatus[];
  /** Loops are not routed. */
  links: readonly L[];
  /** Width by height of the canvas. */
  aspectRatio: number;
  metrics: GridMetrics;
  sizeOf: (nodeId: string) => Size;
}

/** Arranges the start node and the statuses in a grid along the flow, and routes the links between them. */
export const arrangeInGrid = <L extends Link>({
  statuses,
  links,
  aspectRatio,
  metrics,
  sizeOf,
}: GridRequest<L>) => {
  const sortedIds = sortAlongFlow(statuses, links);
  const rowCount = chooseRowCount(sortedIds.length, aspectRatio, metrics);
  const columns = Array.from({ length: Math.ceil(sortedIds.length / rowCount) }, (_, column) =>
    sortedIds.slice(column * rowCount, (column + 1) * rowCount),
  );
  const cells = sortColumns(columns, links);
  const getCell = (id: string): GridCell => cells.get(id) ?? { column: 0, row: 0 };
  const boxes = new Map(
    sortedIds.map((id): [string, Box] => {
      const cell = getCell(id);
      const { width, height } = sizeOf(id);
      const x = getLeft(cell.column, metrics) + (metrics.node.width - width) / 2;
      const y = getTop(cell, metrics) + (metrics.node.height - height) / 2;
      return [id, { x, y, width, height }];
    }),
  );
  const route = createRouter(metrics);
  const middleOf = (id: string): Point => centerOf(boxes.get(id) as Box);
  const routed = links.flatMap((link): RoutedLink<L>[] => {
    const { source, target } = link;
    if (source === target) return [];
    const [fromCell, toCell] = [getCell(source), getCell(target)];
    const isWithinColumn = fromCell.column === toCell.column;
    const points = isWithinColumn
      ? routeWithinColumn(middleOf(source), middleOf(target), fromCell.row, toCell, metrics)
      : route(middleOf(source), middleOf(target), fromCell.column, toCell.column);
    return [{ link, points, isWithinColumn }];
  });
  return { boxes, routed };
};
