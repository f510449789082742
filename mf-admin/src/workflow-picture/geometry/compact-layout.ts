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
import { arrangeInGrid, type GridMetrics, type RoutedLink } from './grid';

const nodeSize = { width: 164, height: 52 };
const metrics: GridMetrics = { node: nodeSize, columnGap: 100, rowGap: 44, laneWidth: 5 };
const labelWidthMax = 240;

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

/** Position of the name between a status and the next point of the arrow. */
const labelFraction = 0.38;

const placeArrow = (
  { link, points, isWithinColumn }: RoutedLink<Arrow>,
  ports: Ports | undefined,
): PlacedEdge => {
  const [first, last] = [points[0] as Point, points.at(-1) as Point];
  const { from, to } = ports ?? { from: first, to: last };
  const [second, secondLast] = [points[1] as Point, points.at(-2) as Point];
  if (isWithinColumn) {
    return {
      ...link,
      ...buildArcPath({ from, to }, second),
      label: { own: second, atSource: second, atTarget: second, maxWidth: labelWidthMax },
    };
  }
  const isDirect = points.length === 2;
  const atSource = interpolate(from, isDirect ? to : second, labelFraction);
  const atTarget = interpolate(to, isDirect ? from : secondLast, labelFraction);
  return {
    ...link,
    ...buildEdgePath(points, ports, 'LR'),
    label: { own: atSource, atSource, atTarget, maxWidth: labelWidthMax },
  };
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
  const { boxes, routed, rowCount, columnCount } = arrangeInGrid({
    statuses,
    links: arrows,
    aspectRatio,
    metrics,
    sizeOf: (id) => (id === startId ? startSize : nodeSize),
  });
  const nodes = [undefined, ...statuses].flatMap((status): PlacedNode[] => {
    const id = getNodeId(status?.id ?? null);
    const box = boxes.get(id);
    return box ? [{ id, status, ...box }] : [];
  });
  const nodesById = new Map(nodes.map((node) => [node.id, node]));
  const getNode = (id: string): PlacedNode => nodesById.get(id) as PlacedNode;

  const turnXs = routed
    .filter(({ isWithinColumn }) => isWithinColumn)
    .map(({ points }) => (points[1] as Point).x);
  const left = Math.min(0, ...turnXs);
  const right = Math.max(columnCount * (nodeSize.width + metrics.columnGap) - metrics.columnGap, ...turnXs);
  const ports = attachPorts(
    routed.map(({ link, points }) => ({ ...link, points })),
    getNode,
    'LR',
  );
  const cellHeight = nodeSize.height + metrics.rowGap;
  return {
    direction: 'LR',
    isCompact: true,
    left,
    width: right - left,
    height: rowCount * cellHeight - metrics.rowGap + (columnCount > 1 ? cellHeight / 2 : 0),
    nodes,
    edges: [
      ...routed.map((arrow) => placeArrow(arrow, ports.get(arrow.link.id))),
      ...placeLoops(
        arrows.filter(({ source, target }) => source === target),
        getNode,
      ),
    ],
  };
};
