import type { StatusTransition, WorkflowStatus } from '@obieg/contracts';
import type { Direction, Point, Tip } from './edge-paths';

export type DiagramStatus = Pick<WorkflowStatus, 'id' | 'name' | 'statusType'>;
export type DiagramTransition = Pick<
  StatusTransition,
  'id' | 'name' | 'fromStatusId' | 'toStatusId' | 'isActive'
>;

/** The mark where new tasks come in. */
export const startId = 'start';
export const getNodeId = (statusId: number | null): string =>
  statusId === null ? startId : `status-${statusId}`;

export interface PlacedNode {
  id: string;
  /** Undefined for the start mark. */
  status: DiagramStatus | undefined;
  /** Of the upper left corner. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A transition between two nodes of the picture. */
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
  /** Where the middle of the name is: at its own place, or at the end that is away from the status looked at. */
  label: { own: Point; atSource: Point; atTarget: Point; maxWidth: number };
}

export interface DiagramLayout {
  direction: Direction;
  /** Too many names for the room: each is shown when its arrow, or a status at its end, is looked at. */
  isCompact: boolean;
  /** Where it begins; some arrows turn to the left of the first status. */
  left: number;
  width: number;
  height: number;
  nodes: PlacedNode[];
  edges: PlacedEdge[];
}

export const startSize = { width: 156, height: 36 };

/** The transitions whose statuses are given; the others cannot be drawn. */
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
