import {
  buildArrows,
  type DiagramLayout,
  type DiagramStatus,
  type DiagramTransition,
  getNodeId,
  type PlacedNode,
  startId,
  startSize,
} from './diagram-layout';
import { attachPorts, type Box, buildEdgePath, buildLoopPath, type Direction } from './edge-paths';
import type { Link } from './grid';
import { arrangeInLayers } from './layers';

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

/** Returns the height that a node needs for its arrow ends, if the flow is horizontal. */
export const createPortHeight = (links: readonly Link[]) => {
  const out = countBy(links.map(({ source }) => source));
  const into = countBy(links.map(({ target }) => target));
  return (id: string): number =>
    Math.min(nodeHeightMax, (Math.max(out.get(id) ?? 0, into.get(id) ?? 0) + 1) * portGap);
};

const typeOrder = { INITIAL: 0, INTERMEDIATE: 1, FINAL: 2 } as const;
export const sortByType = <S extends DiagramStatus>(statuses: readonly S[]): S[] =>
  statuses.toSorted((one, other) => typeOrder[one.statusType] - typeOrder[other.statusType]);

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
  const portHeightOf = createPortHeight(arrows);
  const { boxes, routed, width, height } = arrangeInLayers({
    nodes: [
      { id: startId, ...startSize },
      ...sortByType(statuses).map(({ id }) => ({
        id: getNodeId(id),
        width: nodeSize.width,
        height: direction === 'LR' ? Math.max(nodeSize.height, portHeightOf(getNodeId(id))) : nodeSize.height,
      })),
    ],
    links: arrows.map((arrow) => ({
      ...arrow,
      width: estimateLabelWidth(arrow.transition),
      height: labelHeight,
      weight: arrow.source === startId ? 2 : 1,
    })),
    direction,
  });
  const getBox = (id: string): Box => boxes.get(id) as Box;
  const ports = attachPorts(
    routed.filter(({ link }) => link.source !== link.target).map(({ link, points }) => ({ ...link, points })),
    getBox,
    direction,
  );
  return {
    direction,
    isCompact: false,
    left: 0,
    width,
    height,
    nodes: [undefined, ...statuses].map((status): PlacedNode => {
      const id = getNodeId(status?.id ?? null);
      return { id, status, ...getBox(id) };
    }),
    edges: routed.map(({ link: { id, transition, source, target }, points, middle }) => ({
      id,
      transition,
      source,
      target,
      ...(source === target
        ? buildLoopPath(getBox(source), middle, direction)
        : buildEdgePath(points, ports.get(id), direction)),
      label: { own: middle, atSource: middle, atTarget: middle, maxWidth: labelWidthMax },
    })),
  };
};
