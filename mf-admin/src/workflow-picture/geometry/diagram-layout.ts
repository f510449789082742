import type { StatusTransition, WorkflowStatus } from '@obieg/contracts';
import type { Direction, Point, Tip } from './edge-paths';

export type DiagramStatus = Pick<WorkflowStatus, 'id' | 'name' | 'statusType'>;
export type DiagramTransition = Pick<
  StatusTransition,
  'id' | 'name' | 'fromStatusId' | 'toStatusId' | 'isActive'
>;

/** Id of the start node, the source of transitions without a from-status. */
export const startId = 'start';
export const getNodeId = (statusId: number | null): string =>
  statusId === null ? startId : `status-${statusId}`;

export interface PlacedNode {
  id: string;
  /** Undefined for the start node. */
  status: DiagramStatus | undefined;
  /** Position of the upper left corner. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A transition between two nodes of the diagram. */
export interface Arrow {
  id: string;
  transition: DiagramTransition;
  source: string;
  target: string;
}

export interface PlacedEdge extends Arrow {
  /** An SVG path from the source's border to the target's. */
  path: string;
  tip: Tip;
  /** Positions of the label's center. While a status has the focus, the label is at the other end of the arrow. */
  label: { own: Point; atSource: Point; atTarget: Point; maxWidth: number };
}

export interface DiagramLayout {
  direction: Direction;
  /** Whether names are hidden for lack of space. A name appears while its arrow or one of its statuses has focus. */
  isCompact: boolean;
  /** Left edge; negative if an arrow turns left of the first column. */
  left: number;
  width: number;
  height: number;
  nodes: PlacedNode[];
  edges: PlacedEdge[];
}

export const startSize = { width: 156, height: 36 };

/** Builds an arrow for each transition whose statuses exist. */
export const buildArrows = (
  statuses: readonly DiagramStatus[],
  transitions: readonly DiagramTransition[],
): Arrow[] => {
  const known = new Set([startId, ...statuses.map(({ id }) => getNodeId(id))]);
  return transitions
    .map((transition) => ({
      id: `transition-${transition.id}`,
      transition,
      source: getNodeId(transition.fromStatusId),
      target: getNodeId(transition.toStatusId),
    }))
    .filter(({ source, target }) => known.has(source) && known.has(target));
};
