import dagre from '@dagrejs/dagre';
import type { Box, Point, Size } from './boxes';
import type { Link } from './curves';

/** A link with the size of its label. */
interface LayeredLink extends Link, Size {
  /** Links of a higher weight are shorter and straighter. */
  weight: number;
}

/**
 * Arranges nodes in layers from left to right with dagre. Neither nodes, links nor their labels overlap.
 *
 * @param nodes in the order of the flow: dagre breaks cycles by a depth-first search in insertion order
 */
export const arrangeInLayers = <L extends LayeredLink>(
  nodes: readonly (Size & { id: string })[],
  links: readonly L[],
) => {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 30, edgesep: 14, ranksep: 36 });
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
  for (const { id, source, target, width, height, weight } of links)
    graph.setEdge(source, target, { width, height, weight, labelpos: 'c' }, id);
  dagre.layout(graph);
  const boxes = new Map(
    nodes.map(({ id }): [string, Box] => {
      const { x, y, width, height } = graph.node(id);
      return [id, { x: x - width / 2, y: y - height / 2, width, height }];
    }),
  );
  const routed = links.map((link) => {
    const { points = [], x = 0, y = 0 } = graph.edge(link.source, link.target, link.id);
    return { link, points: points as Point[], middle: { x, y } };
  });
  return { boxes, routed, width: graph.graph().width ?? 0, height: graph.graph().height ?? 0 };
};
