import dagre from '@dagrejs/dagre';
import { type Arrangement, buildCurves, isLoop, type Link, type LooseNode, type Route } from './arrangement';
import type { Box, Point, Size } from './boxes';
import { buildLoop } from './curves';

/** Distance between arrow ends on one side of a status. `portsHeightMax` limits it. */
const portGap = 11;
const portsHeightMax = 150;

const countBy = (ids: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
};

/** Creates a function that returns the height that a node needs for its arrow ends, if the flow is horizontal. */
const createPortHeight = (links: readonly Link[]) => {
  const out = countBy(links.map(({ source }) => source));
  const into = countBy(links.map(({ target }) => target));
  return (id: string): number =>
    Math.min(portsHeightMax, (Math.max(out.get(id) ?? 0, into.get(id) ?? 0) + 1) * portGap);
};

/** Arranges nodes in layers from left to right with dagre. Neither nodes, links nor their labels overlap. */
const layOut = (nodes: readonly LooseNode[], links: readonly Link[]): Arrangement & Size => {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 30, edgesep: 14, ranksep: 36 });
  for (const { id, box } of nodes) graph.setNode(id, { width: box.width, height: box.height });
  for (const { id, source, target, width, height } of links) {
    // Links of a higher weight are shorter and straighter.
    const weight = source === nodes[0]?.id ? 2 : 1;
    graph.setEdge(source, target, { width, height, weight, labelpos: 'c' }, id);
  }
  dagre.layout(graph);
  const boxes = new Map(
    nodes.map(({ id }): [string, Box] => {
      const { x, y, width, height } = graph.node(id);
      return [id, { x: x - width / 2, y: y - height / 2, width, height }];
    }),
  );
  const routed = links.map((link) => {
    const { points = [], x = 0, y = 0 } = graph.edge(link.source, link.target, link.id);
    return { link, points: points as Point[], preferred: { x, y } };
  });
  const curves = buildCurves(
    routed.filter(({ link }) => !isLoop(link)),
    boxes,
  );
  const routes = routed.map(({ link: { id, source }, preferred }): [string, Route] => [
    id,
    { curve: curves.get(id) ?? buildLoop(boxes.get(source) as Box, preferred), preferred },
  ]);
  const { width = 0, height = 0 } = graph.graph();
  return { boxes, routes: new Map(routes), width, height };
};

const flipSize = <S extends Size>(sized: S): S => ({ ...sized, width: sized.height, height: sized.width });
const flipPoint = <P extends Point>(point: P): P => ({ ...point, x: point.y, y: point.x });

/** Turns a flow to the right into a flow downwards. */
const flip = ({ boxes, routes }: Arrangement): Arrangement => ({
  boxes: new Map([...boxes].map(([id, box]) => [id, flipSize(flipPoint(box))])),
  routes: new Map(
    [...routes].map(([id, { curve, preferred }]) => [
      id,
      { curve: curve.map(flipPoint), preferred: flipPoint(preferred) },
    ]),
  ),
});

/**
 * Arranges the statuses in layers, in the direction that needs less reduction on the canvas.
 *
 * @param nodes in the order of the flow: dagre breaks cycles by a depth-first search in insertion order
 */
export const arrangeInLayers = (
  nodes: readonly LooseNode[],
  links: readonly Link[],
  canvas: Size,
): Arrangement => {
  const zoomOf = ({ width, height }: Size): number => Math.min(canvas.width / width, canvas.height / height);
  const portHeightOf = createPortHeight(links);
  const withPorts = nodes.map((node) => {
    const height = node.status ? Math.max(node.box.height, portHeightOf(node.id)) : node.box.height;
    return { ...node, box: { ...node.box, height } };
  });
  const horizontal = layOut(withPorts, links);
  const flipped = nodes.map((node) => ({ ...node, box: flipSize(node.box) }));
  const vertical = layOut(flipped, links.map(flipSize));
  return zoomOf(flipSize(vertical)) > zoomOf(horizontal) ? flip(vertical) : horizontal;
};
