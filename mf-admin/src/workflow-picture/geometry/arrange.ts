import { centerOf } from './boxes';
import type { DiagramStatus } from './diagram-layout';
import {
  attachPorts,
  type Box,
  buildArcPath,
  buildEdgePath,
  buildLoopPath,
  type Direction,
  type Point,
  type Tip as StraightTip,
} from './edge-paths';
import { arrangeInGrid, type GridMetrics, type Link } from './grid';
import { createPortHeight } from './layered-layout';
import { arrangeInLayers } from './layers';
import type { Tip } from './picture';
import { samplePath } from './route-arrow';

export interface SizedNode {
  id: string;
  status: DiagramStatus | undefined;
  width: number;
  height: number;
}

/** An arrow with the size of its label. */
export interface SizedLink extends Link {
  width: number;
  height: number;
}

export interface Route {
  path: string;
  tip: Tip;
  /** Wanted center of the label. */
  preferred: Point;
}

export interface Arrangement {
  boxes: ReadonlyMap<string, Box>;
  routes: ReadonlyMap<string, Route>;
}

/** With more arrows, layers become so large that a reader sees a few of them at a time. */
const layeredLinksMax = 60;
/** The same for all screens, so that all members see the same picture. */
const canvas = { width: 1400, height: 800 };

const angles = { right: 0, down: 90, left: 180, up: 270 } as const;
const toTip = ({ x, y, towards }: StraightTip): Tip => ({ x, y, angle: angles[towards] });

/** Loops below a status, each further one lower. */
export const routeLoop = (box: Box): Route => {
  const preferred = { x: centerOf(box).x, y: box.y + box.height + 26 };
  const { path, tip } = buildLoopPath(box, preferred, 'LR');
  return { path, tip: toTip(tip), preferred };
};

const arrangeLayers = (
  nodes: readonly SizedNode[],
  links: readonly SizedLink[],
  direction: Direction,
): Arrangement & { width: number; height: number } => {
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
    const { path, tip } =
      link.source === link.target
        ? buildLoopPath(getBox(link.source), middle, direction)
        : buildEdgePath(points, ports.get(link.id), direction);
    return [link.id, { path, tip: toTip(tip), preferred: middle }];
  });
  return { boxes, routes: new Map(routes), width, height };
};

const arrangeInBestDirection = (nodes: readonly SizedNode[], links: readonly SizedLink[]): Arrangement => {
  const zoomOf = ({ width, height }: { width: number; height: number }): number =>
    Math.min(canvas.width / width, canvas.height / height);
  const horizontal = arrangeLayers(nodes, links, 'LR');
  const vertical = arrangeLayers(nodes, links, 'TB');
  return zoomOf(vertical) > zoomOf(horizontal) ? vertical : horizontal;
};

/** Position of a name on its arrow in the grid: near the source, where a reader looks for it. */
const labelFraction = 0.35;

const arrangeGrid = (nodes: readonly SizedNode[], links: readonly SizedLink[]): Arrangement => {
  const sizes = new Map(nodes.map((node) => [node.id, node]));
  const metrics: GridMetrics = {
    node: {
      width: Math.max(...nodes.map(({ width }) => width)),
      height: Math.max(...nodes.map(({ height }) => height)),
    },
    columnGap: 240,
    rowGap: 124,
    laneWidth: 12,
  };
  const { boxes, routed } = arrangeInGrid({
    statuses: nodes.flatMap(({ status }) => (status ? [status] : [])),
    links,
    aspectRatio: canvas.width / canvas.height,
    metrics,
    sizeOf: (id) => sizes.get(id) ?? metrics.node,
  });
  const getBox = (id: string): Box => boxes.get(id) as Box;
  const ports = attachPorts(
    routed.map(({ link, points }) => ({ ...link, points })),
    getBox,
    'LR',
  );
  const routes = routed.map(({ link, points, isWithinColumn }): [string, Route] => {
    const ends = ports.get(link.id);
    const { path, tip } =
      isWithinColumn && ends ? buildArcPath(ends, points[1] as Point) : buildEdgePath(points, ends, 'LR');
    const samples = samplePath(path, 12);
    const preferred = samples[Math.floor(samples.length * labelFraction)] as Point;
    return [link.id, { path, tip: toTip(tip), preferred }];
  });
  const loops = links
    .filter(({ source, target }) => source === target)
    .map(({ id, source }): [string, Route] => [id, routeLoop(getBox(source))]);
  return { boxes, routes: new Map([...routes, ...loops]) };
};

/** Arranges the statuses automatically. The first node is the start of new tasks. */
export const arrange = (nodes: readonly SizedNode[], links: readonly SizedLink[]): Arrangement =>
  links.length <= layeredLinksMax ? arrangeInBestDirection(nodes, links) : arrangeGrid(nodes, links);
