import dagre from '@dagrejs/dagre';
import {
  type Arrow,
  buildArrows,
  type DiagramLayout,
  type DiagramStatus,
  type DiagramTransition,
  getNodeId,
  type PlacedNode,
  startId,
  startSize,
} from './diagram-layout';
import { attachPorts, buildEdgePath, buildLoopPath, type Direction } from './edge-paths';

const nodeSize = { width: 164, height: 48 };
const labelHeight = 22;
const labelWidthMax = 168;
/** Average letter width at the label's font size. */
const letterWidth = 7.2;
const labelPadding = 20;
/** Distance between arrow ends on one side of a status. nodeHeightMax limits it. */
const portGap = 11;
const nodeHeightMax = 150;

const estimateLabelWidth = ({ name }: DiagramTransition): number =>
  Math.min(labelWidthMax, Math.round([...name].length * letterWidth) + labelPadding);

const countBy = (ids: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

const typeOrder = { INITIAL: 0, INTERMEDIATE: 1, FINAL: 2 } as const;

const buildGraph = (statuses: readonly DiagramStatus[], arrows: readonly Arrow[], direction: Direction) => {
  const out = countBy(arrows.map(({ source }) => source));
  const into = countBy(arrows.map(({ target }) => target));
  const getHeight = (id: string): number => {
    const ports = Math.max(out.get(id) ?? 0, into.get(id) ?? 0);
    return direction === 'LR'
      ? Math.max(nodeSize.height, Math.min(nodeHeightMax, (ports + 1) * portGap))
      : nodeSize.height;
  };
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: direction, nodesep: 30, edgesep: 14, ranksep: 36 });
  graph.setNode(startId, { ...startSize });
  // dagre breaks cycles by a depth-first search in insertion order, so the statuses are added along the flow.
  for (const { id } of statuses.toSorted((a, b) => typeOrder[a.statusType] - typeOrder[b.statusType]))
    graph.setNode(getNodeId(id), { width: nodeSize.width, height: getHeight(getNodeId(id)) });
  for (const { transition, id, source, target } of arrows) {
    const weight = source === startId ? 2 : 1;
    const size = { width: estimateLabelWidth(transition), height: labelHeight };
    graph.setEdge(source, target, { ...size, labelpos: 'c', weight }, id);
  }
  return graph;
};

/**
 * Lays out the workflow in layers along the flow. Arrows and names do not overlap.
 * Suitable for up to about forty transitions; more need more space than a screen has.
 */
export const layoutInLayers = (
  statuses: readonly DiagramStatus[],
  transitions: readonly DiagramTransition[],
  direction: Direction,
): DiagramLayout => {
  const arrows = buildArrows(statuses, transitions);
  const graph = buildGraph(statuses, arrows, direction);
  dagre.layout(graph);
  const nodes: PlacedNode[] = [undefined, ...statuses].map((status) => {
    const id = getNodeId(status?.id ?? null);
    const { x, y, width, height } = graph.node(id);
    return { id, status, x: x - width / 2, y: y - height / 2, width, height };
  });
  const boxes = new Map(nodes.map((node) => [node.id, node]));
  const getBox = (id: string): PlacedNode => boxes.get(id) as PlacedNode;
  const routed = arrows.map((arrow) => {
    const { points = [], x = 0, y = 0 } = graph.edge(arrow.source, arrow.target, arrow.id);
    return { ...arrow, points, middle: { x, y } };
  });
  const ports = attachPorts(
    routed.filter(({ source, target }) => source !== target),
    getBox,
    direction,
  );
  return {
    direction,
    isCompact: false,
    left: 0,
    width: graph.graph().width ?? 0,
    height: graph.graph().height ?? 0,
    nodes,
    edges: routed.map(({ points, middle, ...arrow }) => ({
      ...arrow,
      ...(arrow.source === arrow.target
        ? buildLoopPath(getBox(arrow.source), middle, direction)
        : buildEdgePath(points, ports.get(arrow.id), direction)),
      label: { own: middle, atSource: middle, atTarget: middle, maxWidth: labelWidthMax },
    })),
  };
};
