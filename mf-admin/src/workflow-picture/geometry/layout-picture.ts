import type { FindingSeverity, StatusPosition, StatusTransition, WorkflowStatus } from '@obieg/contracts';
import { type Arrangement, arrange, type Route, routeLoop, type SizedLink } from './arrange';
import { type BoxIndex, createBoxIndex } from './box-index';
import { boundsOf, boxAround, centerOf } from './boxes';
import { getNodeId, startId } from './diagram-layout';
import type { Box } from './edge-paths';
import { createFreePlaceSearch, type MoveToFreePlace } from './free-place';
import { sortByType } from './layered-layout';
import type { Mark, Picture, PictureArrow, PictureNode, StatusCondition } from './picture';
import { placeLabels } from './place-labels';
import { routeArrow, samplePath } from './route-arrow';
import { sizeLabel, sizeNode } from './sizes';
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
}

type Bundle = SizedLink & Pick<PictureArrow['label'], 'rows'> & { isInactive: boolean };

/** Combines all transitions with the same statuses into one arrow. */
const bundleTransitions = ({ statuses, transitions, marksOf, measure }: PictureRequest): Bundle[] => {
  const known = new Set([startId, ...statuses.map(({ id }) => getNodeId(id))]);
  const bundles = new Map<string, StatusTransition[]>();
  for (const transition of transitions) {
    const key = `${getNodeId(transition.fromStatusId)}>${getNodeId(transition.toStatusId)}`;
    bundles.set(key, [...(bundles.get(key) ?? []), transition]);
  }
  return [...bundles].flatMap(([id, bundled]): Bundle[] => {
    const [source = '', target = ''] = id.split('>');
    if (!known.has(source) || !known.has(target)) return [];
    const sorted = bundled.toSorted(
      (one, other) => one.priorityOrder - other.priorityOrder || one.id - other.id,
    );
    return [
      {
        id,
        source,
        target,
        ...sizeLabel(sorted, marksOf, measure),
        isInactive: sorted.every(({ isActive }) => !isActive),
      },
    ];
  });
};

const buildNodes = (request: PictureRequest): PictureNode[] => {
  const { statuses, texts, conditionOf, severityOf, measure } = request;
  return [undefined, ...sortByType(statuses)].map((status) => {
    const condition = status && conditionOf(status);
    const name = status?.name ?? texts.start;
    const caption = condition && texts.captionOf(condition);
    const { width, height, ...lines } = sizeNode({ name, caption }, !status, measure);
    return {
      id: getNodeId(status?.id ?? null),
      status,
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

/** Positions are whole pixels. */
const isAt = (one: Box, other: Box): boolean =>
  Math.abs(one.x - other.x) <= 1 && Math.abs(one.y - other.y) <= 1;

/** Keeps the automatic route between unmoved statuses. */
const routeBundle = (
  { id, source, target }: SizedLink,
  automatic: Arrangement,
  boxes: ReadonlyMap<string, Box>,
  index: BoxIndex,
): Route => {
  const boxOf = (nodeId: string): Box => boxes.get(nodeId) as Box;
  const known = automatic.routes.get(id);
  const isUnmoved = [source, target].every((end) => isAt(boxOf(end), automatic.boxes.get(end) as Box));
  if (known && isUnmoved) return known;
  if (source === target) return routeLoop(boxOf(source));
  const route = routeArrow(boxOf(source), boxOf(target), index);
  const points = samplePath(route.path, 12);
  return { ...route, preferred: points[Math.floor(points.length / 2)] ?? centerOf(boxOf(source)) };
};

const pathSamples = 12;

/**
 * Computes the picture of a workflow: positions of statuses, arrows and names. Pure and the same on all screens. Names
 * are complete, and overlap neither each other nor a status.
 */
export const layoutPicture = (request: PictureRequest): Picture => {
  const bundles = bundleTransitions(request);
  const nodes = buildNodes(request);
  const automatic = arrange(
    nodes.map(({ id, status, box }) => ({ id, status, width: box.width, height: box.height })),
    bundles,
  );
  const moveToFreePlace = createFreePlaceSearch();
  const boxes = placeNodes(automatic, request.positions, moveToFreePlace);
  const index = createBoxIndex(boxes.values());
  const routes = bundles.map((bundle) => ({ bundle, ...routeBundle(bundle, automatic, boxes, index) }));
  const requests = routes.map(({ bundle, path, preferred }) => ({
    ...bundle,
    points: samplePath(path, pathSamples),
    preferred,
  }));
  const labels = placeLabels(requests, [...boxes.values()], moveToFreePlace);
  const arrows = routes.map(({ bundle, path, tip }): PictureArrow => {
    const { id, source, target, isInactive, rows } = bundle;
    const { box, leaderTo } = labels.get(id) ?? { box: boxAround(tip, bundle) };
    return {
      id,
      source,
      target,
      path,
      tip,
      isInactive,
      label: { box, rows, ...(leaderTo ? { leaderTo } : {}) },
    };
  });
  return {
    nodes: nodes.map((node) => ({ ...node, box: boxes.get(node.id) ?? node.box })),
    arrows,
    bounds: boundsOf(
      [...boxes.values(), ...arrows.map(({ label }) => label.box)],
      requests.flatMap(({ points }) => points),
    ),
  };
};
