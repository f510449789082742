import { type Box, centerOf, type Point, type Size } from './boxes';
import { buildCurves, buildLoop, type Curve, type Link, sampleCurve } from './curves';
import { arrangeInGrid, type GridMetrics, type GridStatus } from './grid';
import { arrangeInLayers } from './layers';

export interface SizedNode extends Size {
  id: string;
  /** Undefined for the start of new tasks. */
  status: GridStatus | undefined;
}

/** An arrow with the size of its label. */
export interface SizedLink extends Link, Size {}

export interface Route {
  curve: Curve;
  /** Wanted center of the label. */
  preferred: Point;
}

export interface Arrangement {
  boxes: ReadonlyMap<string, Box>;
  routes: ReadonlyMap<string, Route>;
}

export const routeLoop = (box: Box): Route => {
  const preferred = { x: centerOf(box).x, y: box.y + box.height + 26 };
  return { curve: buildLoop(box, preferred), preferred };
};

const isLoop = ({ source, target }: Link): boolean => source === target;

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

const layOutLayers = (nodes: readonly SizedNode[], links: readonly SizedLink[]): Arrangement & Size => {
  const { boxes, routed, width, height } = arrangeInLayers(
    nodes,
    links.map((link) => ({ ...link, weight: link.source === nodes[0]?.id ? 2 : 1 })),
  );
  const getBox = (id: string): Box => boxes.get(id) as Box;
  const curves = new Map(
    buildCurves(
      routed.filter(({ link }) => !isLoop(link)),
      getBox,
    ),
  );
  const routes = routed.map(({ link, middle }): [string, Route] => [
    link.id,
    { curve: curves.get(link.id) ?? buildLoop(getBox(link.source), middle), preferred: middle },
  ]);
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

/** Arranges the statuses in layers, in the direction that needs less reduction on the canvas. */
export const arrangeLayers = (
  nodes: readonly SizedNode[],
  links: readonly SizedLink[],
  canvas: Size,
): Arrangement => {
  const zoomOf = ({ width, height }: Size): number => Math.min(canvas.width / width, canvas.height / height);
  const portHeightOf = createPortHeight(links);
  const withPorts = nodes.map((node) => ({
    ...node,
    height: node.status ? Math.max(node.height, portHeightOf(node.id)) : node.height,
  }));
  const horizontal = layOutLayers(withPorts, links);
  const vertical = layOutLayers(nodes.map(flipSize), links.map(flipSize));
  return zoomOf(flipSize(vertical)) > zoomOf(horizontal) ? flip(vertical) : horizontal;
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
  const routes = buildCurves(routed, getBox).map(([id, curve]): [string, Route] => {
    const samples = sampleCurve(curve, 12);
    return [id, { curve, preferred: samples[Math.floor(samples.length * labelFraction)] as Point }];
  });
  const loops = links
    .filter(isLoop)
    .map(({ id, source }): [string, Route] => [id, routeLoop(getBox(source))]);
  return { boxes, routes: new Map([...routes, ...loops]) };
};
