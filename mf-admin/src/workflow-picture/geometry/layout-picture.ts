import type { FindingSeverity, StatusPosition, StatusTransition, WorkflowStatus } from '@obieg/contracts';
import { type Arrangement, type Link, type LooseNode, type Route, routeLoop } from './arrangement';
import { type BoxIndex, createBoxIndex } from './box-index';
import { type Box, boundsOf, boxAround, centerOf, type Size } from './boxes';
import { sampleCurve } from './curves';
import { createFreePlaceSearch, type MoveToFreePlace } from './free-place';
import { arrangeInGrid } from './grid';
import { arrangeInLayers } from './layers';
import { compactMetrics, completeMetrics, type Metrics, reducedMetrics } from './metrics';
import {
  getNodeId,
  type Mark,
  type Picture,
  type PictureArrow,
  type PictureNode,
  type StatusCondition,
  startId,
} from './picture';
import { placeLabels } from './place-labels';
import { routeArrow } from './route-arrow';
import { sizeLabel, sizeNode } from './sizes';
import { fitZoom, namesZoomMin } from './viewport';
import type { MeasureText } from './wrap-text';

export interface PictureRequest {
  statuses: readonly WorkflowStatus[];
  transitions: readonly StatusTransition[];
  /** Where the organization placed its statuses. Others are placed automatically. */
  positions: readonly StatusPosition[];
  texts: { start: string; captionOf: (condition: StatusCondition) => string };
  marksOf: (transition: StatusTransition) => readonly Mark[];
  conditionOf: (status: WorkflowStatus) => StatusCondition | undefined;
  severityOf: (status: WorkflowStatus) => FindingSeverity | undefined;
  measure: MeasureText;
  /**
   * The compact picture fits this canvas as far as possible, and its names appear on demand if there is no room for
   * them. Without it, the picture is the same for all members.
   */
  compactCanvas?: Size | undefined;
}

/** Transitions with the same statuses, which are one arrow, in the order of priority. */
interface Group {
  id: string;
  source: string;
  target: string;
  transitions: readonly StatusTransition[];
}

type Bundle = Link & Pick<PictureArrow['label'], 'rows'> & { isInactive: boolean };

const groupTransitions = ({ statuses, transitions }: PictureRequest): Group[] => {
  const known = new Set([startId, ...statuses.map(({ id }) => getNodeId(id))]);
  const groups = new Map<string, StatusTransition[]>();
  for (const transition of transitions) {
    const [source, target] = [getNodeId(transition.fromStatusId), getNodeId(transition.toStatusId)];
    if (!known.has(source) || !known.has(target)) continue;
    const key = `${source}>${target}`;
    groups.set(key, [...(groups.get(key) ?? []), transition]);
  }
  return [...groups].map(([id, grouped]): Group => {
    const [source = '', target = ''] = id.split('>');
    const sorted = grouped.toSorted(
      (one, other) => one.priorityOrder - other.priorityOrder || one.id - other.id,
    );
    return { id, source, target, transitions: sorted };
  });
};

const typeOrder = { INITIAL: 0, INTERMEDIATE: 1, FINAL: 2 } as const;

const buildNodes = (request: PictureRequest, metrics: Metrics): PictureNode[] => {
  const { texts, conditionOf, severityOf, measure } = request;
  const statuses = request.statuses.toSorted(
    (one, other) => typeOrder[one.statusType] - typeOrder[other.statusType],
  );
  return [undefined, ...statuses].map((status) => {
    const condition = status && conditionOf(status);
    const name = status?.name ?? texts.start;
    const caption = condition && texts.captionOf(condition);
    const { width, height, ...lines } = sizeNode({ name, caption }, !status, metrics.node, measure);
    return {
      id: getNodeId(status?.id ?? null),
      status,
      name,
      box: { x: 0, y: 0, width, height },
      ...lines,
      condition,
      severity: status && severityOf(status),
    };
  });
};

const nodeGap = 24;

/** Applies the kept positions. Places new statuses below, and moves what would overlap. */
const placeNodes = (
  { boxes }: Arrangement,
  positions: readonly StatusPosition[],
  moveToFreePlace: MoveToFreePlace,
): ReadonlyMap<string, Box> => {
  if (positions.length === 0) return boxes;
  const kept = new Map(positions.map(({ statusId, ...center }) => [getNodeId(statusId), center]));
  const placed = createBoxIndex();
  const take = (id: string, wanted: Box): [string, Box] => {
    const box = moveToFreePlace(wanted, [{ boxes: placed, gap: nodeGap }]);
    placed.add(box);
    return [id, box];
  };
  const entries = [...boxes];
  const old = entries.flatMap(([id, box]) => {
    const center = kept.get(id);
    return center ? [take(id, boxAround(center, box))] : [];
  });
  const below = old.length > 0 ? boundsOf(old.map(([, box]) => box)) : undefined;
  const added = entries
    .filter(([id]) => !kept.has(id))
    .map(([id, box]) =>
      take(id, below ? { ...box, x: below.x, y: below.y + below.height + 3 * nodeGap } : box),
    );
  return new Map([...old, ...added]);
};

const pathSamples = 12;

/** Positions are whole pixels. */
const isAt = (one: Box, other: Box): boolean =>
  Math.abs(one.x - other.x) <= 1 && Math.abs(one.y - other.y) <= 1;

/** Keeps the automatic route between unmoved statuses. */
const routeBundle = (
  { id, source, target }: Link,
  automatic: Arrangement,
  boxes: ReadonlyMap<string, Box>,
  index: BoxIndex,
): Route => {
  const boxOf = (nodeId: string): Box => boxes.get(nodeId) as Box;
  const known = automatic.routes.get(id);
  const isUnmoved = [source, target].every((end) => isAt(boxOf(end), automatic.boxes.get(end) as Box));
  if (known && isUnmoved) return known;
  if (source === target) return routeLoop(boxOf(source));
  const curve = routeArrow(boxOf(source), boxOf(target), index);
  const points = sampleCurve(curve, pathSamples);
  return { curve, preferred: points[Math.floor(points.length / 2)] ?? centerOf(boxOf(source)) };
};

/** How a picture looks. */
interface Form {
  metrics: Metrics;
  areNamesHidden: boolean;
  arrange: (nodes: readonly LooseNode[], links: readonly Link[]) => Arrangement;
}

const layOut = (
  request: PictureRequest,
  groups: readonly Group[],
  { metrics, areNamesHidden, arrange }: Form,
): Picture => {
  const bundles = groups.map(
    ({ id, source, target, transitions }): Bundle => ({
      id,
      source,
      target,
      count: transitions.length,
      ...sizeLabel(transitions, request.marksOf, metrics.label, request.measure),
      isInactive: transitions.every(({ isActive }) => !isActive),
    }),
  );
  const nodes = buildNodes(request, metrics);
  const automatic = arrange(nodes, bundles);
  const moveToFreePlace = createFreePlaceSearch();
  const boxes = placeNodes(automatic, request.positions, moveToFreePlace);
  const index = createBoxIndex(boxes.values());
  const routes = bundles.map((bundle) => ({ ...bundle, ...routeBundle(bundle, automatic, boxes, index) }));
  const requests = routes.map((route) => ({ ...route, points: sampleCurve(route.curve, pathSamples) }));
  const labels = placeLabels(areNamesHidden ? [] : requests, [...boxes.values()], moveToFreePlace);
  const arrows = routes.map((route): PictureArrow => {
    const { id, source, target, isInactive, curve, preferred, rows } = route;
    const label = labels.get(id) ?? { box: boxAround(preferred, route) };
    return { id, source, target, isInactive, curve, label: { ...label, rows } };
  });
  return {
    nodes: nodes.map((node) => ({ ...node, box: boxes.get(node.id) ?? node.box })),
    arrows,
    bounds: boundsOf(
      [...boxes.values(), ...(areNamesHidden ? [] : arrows.map(({ label }) => label.box))],
      requests.flatMap(({ points }) => points),
    ),
    metrics,
    areNamesHidden,
  };
};

/** With more arrows, layers become so large that a reader sees a few of them at a time. */
const layeredLinksMax = 60;
/** The same for all screens, so that all members see the same picture. */
const sharedCanvas = { width: 1400, height: 800 };
/** Leave space for names. */
const wideGaps = { columnGap: 240, rowGap: 124, laneWidth: 12 };

const completeForm = (canvas: Size): Form => ({
  metrics: completeMetrics,
  areNamesHidden: false,
  arrange: (nodes, links) =>
    links.length <= layeredLinksMax
      ? arrangeInLayers(nodes, links, canvas)
      : arrangeInGrid(nodes, links, canvas, wideGaps),
});

/** With more arrows, names do not fit a compact picture. */
const compactLinksMax = 40;
const narrowGaps = { columnGap: 100, rowGap: 44, laneWidth: 5 };

const onDemandForm = (metrics: Metrics, canvas: Size): Form => ({
  metrics,
  areNamesHidden: true,
  arrange: (nodes, links) => arrangeInGrid(nodes, links, canvas, narrowGaps),
});

/**
 * Computes the picture of a workflow: positions of statuses, arrows and names. Pure. Names are complete, and overlap
 * neither each other nor a status. Only a compact picture without room for names hides them, and shortens those of
 * statuses.
 */
export const layoutPicture = (request: PictureRequest): Picture => {
  const groups = groupTransitions(request);
  const { compactCanvas } = request;
  if (!compactCanvas) return layOut(request, groups, completeForm(sharedCanvas));
  const isLegible = ({ bounds }: Picture): boolean => fitZoom(bounds, compactCanvas) >= namesZoomMin;
  if (groups.length <= compactLinksMax) {
    const complete = layOut(request, groups, completeForm(compactCanvas));
    if (isLegible(complete)) return complete;
  }
  const compact = layOut(request, groups, onDemandForm(compactMetrics, compactCanvas));
  return isLegible(compact) ? compact : layOut(request, groups, onDemandForm(reducedMetrics, compactCanvas));
};
