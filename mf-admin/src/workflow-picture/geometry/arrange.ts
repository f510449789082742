import { type Box, centerOf, type Point, type Size } from './boxes';
import {
  attachPorts,
  buildArcPath,
  buildEdgePath,
  buildLoopPath,
  type Direction,
  type EdgePath,
} from './edge-paths';
import { arrangeInGrid, type GridMetrics, type GridStatus, type Link } from './grid';
import { arrangeInLayers } from './layers';
import { samplePath } from './route-arrow';

export interface SizedNode extends Size {
  id: string;
  /** Undefined for the start of new tasks. */
  status: GridStatus | undefined;
}

/** An arrow with the size of its label. */
export interface SizedLink extends Link, Size {}

export interface Route extends EdgePath {
  /** Wanted center of the label. */
  preferred: Point;
}

export interface Arrangement {
  boxes: ReadonlyMap<string, Box>;
  routes: ReadonlyMap<string, Route>;
}

/** Loops below a status. */
export const routeLoop = (box: Box): Route => {
  const preferred = { x: centerOf(box).x, y: box.y + box.height + 26 };
  return { ...buildLoopPath(box, preferred, 'LR'), preferred };
};

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

const layOutLayers = (
  nodes: readonly SizedNode[],
  links: readonly SizedLink[],
  direction: Direction,
): Arrangement & Size => {
  const portHeightOf = createPortHeight(links);
  const { boxes, routed, width, height } = arrangeInLayers({
    nodes: nodes.map((node) => ({
      ...node,
      height: direction === 'LR' && node.status ? Math.max(node.height, portHeightOf(node.id)) : node.height,
    })),
    links: links.map((link) => ({ ...link, weight: link.source === nodes[0]?.id ? 2 : 1 })),
    direction,
  });
  const getBox = (id: string): Box => boxes.get(id) as Box;
  const ports = attachPorts(
    routed.filter(({ link }) => link.source !== link.target).map(({ link, points }) => ({ ...link, points })),
    getBox,
    direction,
  );
  const routes = routed.map(({ link, points, middle }): [string, Route] => {
    const path =
      link.source === link.target
        ? buildLoopPath(getBox(link.source), middle, direction)
        : buildEdgePath(points, ports.get(link.id), direction);
    return [link.id, { ...path, preferred: middle }];
  });
  return { boxes, routes: new Map(routes), width, height };
};

/** Arranges the statuses in layers, in the direction that needs less reduction on the canvas. */
export const arrangeLayers = (
  nodes: readonly SizedNode[],
  links: readonly SizedLink[],
  canvas: Size,
): Arrangement => {
  const zoomOf = ({ width, height }: Size): number => Math.min(canvas.width / width, canvas.height / height);
  const horizontal = layOutLayers(nodes, links, 'LR');
  const vertical = layOutLayers(nodes, links, 'TB');
  return zoomOf(vertical) > zoomOf(horizontal) ? vertical : horizontal;
};

/** Position of a name on its arrow in the grid: near the source, where a reader looks for it. */
const labelFraction = 0.35;

/** Arranges the statuses in a grid along the flow. The first node is the start of new tasks. */
export const arrangeGrid = (
  nodes: readonly SizedNode[],
  links: readonly SizedLink[],
  canvas: Size,
  gaps: Omit<GridMetrics, 'node'>,
): Arrangement => {
  const sizes = new Map(nodes.map((node) => [node.id, node]));
  const node = {
    width: Math.max(...nodes.map(({ width }) => width)),
    height: Math.max(...nodes.map(({ height }) => height)),
  };
  const { boxes, routed } = arrangeInGrid({
    statuses: nodes.flatMap(({ status }) => (status ? [status] : [])),
    links,
    aspectRatio: canvas.width / canvas.height,
    metrics: { ...gaps, node },
    sizeOf: (id) => sizes.get(id) ?? node,
  });
  const getBox = (id: string): Box => boxes.get(id) as Box;
  const ports = attachPorts(
    routed.map(({ link, points }) => ({ ...link, points })),
    getBox,
    'LR',
  );
  const routes = routed.map(({ link, points, isWithinColumn }): [string, Route] => {
    const ends = ports.get(link.id);
    const path =
      isWithinColumn && ends ? buildArcPath(ends, points[1] as Point) : buildEdgePath(points, ends, 'LR');
    const samples = samplePath(path.path, 12);
    return [link.id, { ...path, preferred: samples[Math.floor(samples.length * labelFraction)] as Point }];
  });
  const loops = links
    .filter(({ source, target }) => source === target)
    .map(({ id, source }): [string, Route] => [id, routeLoop(getBox(source))]);
  return { boxes, routes: new Map([...routes, ...loops]) };
};
