import type { FindingSeverity, StatusTransition, WorkflowStatus } from '@obieg/contracts';
import type { Box, Point } from './boxes';
import type { Curve } from './curves';
import type { Metrics } from './metrics';

/** Id of the start of new tasks, the source of transitions without a from-status. */
export const startId = 'start';
export const getNodeId = (statusId: number | null): string =>
  statusId === null ? startId : `status-${statusId}`;
/** Returns the status of a node. */
export const statusIdOf = (nodeId: string): number | null =>
  nodeId === startId ? null : Number(nodeId.slice('status-'.length));

/** What a mark on a transition's name says. */
export type Mark = 'conditions' | 'requirements' | 'executors' | 'approval' | 'inactive' | FindingSeverity;

/**
 * `unconnected`: no transition leads to or from the status. `deadEnd`: tasks cannot leave the status, although it is not
 * FINAL.
 */
export type StatusCondition = 'unconnected' | 'deadEnd';

export interface PictureNode {
  id: string;
  /** Undefined for the start of new tasks. */
  status: WorkflowStatus | undefined;
  name: string;
  box: Box;
  nameLines: readonly string[];
  condition: StatusCondition | undefined;
  captionLines: readonly string[];
  /** Most severe finding about the status. */
  severity: FindingSeverity | undefined;
}

/** One transition in the label of an arrow. */
export interface LabelRow {
  transition: StatusTransition;
  lines: readonly string[];
  marks: readonly Mark[];
  /** Relative to the label. */
  y: number;
  height: number;
  /** Position of the marks, relative to the label. */
  marksAt: Point;
}

export interface PlacedLabel {
  box: Box;
  /** Nearest point of the arrow, if the label is not on it. */
  leaderTo?: Point;
}

/** All transitions from one status to another, as one arrow. */
export interface PictureArrow {
  id: string;
  source: string;
  target: string;
  curve: Curve;
  isInactive: boolean;
  label: PlacedLabel & { rows: readonly LabelRow[] };
}

export interface Picture {
  nodes: readonly PictureNode[];
  arrows: readonly PictureArrow[];
  bounds: Box;
  metrics: Metrics;
  /** Whether names are hidden for lack of space. A name appears while its arrow or one of its statuses has the focus. */
  areNamesHidden: boolean;
}

/** A transition without a from-status can only lead to an INITIAL status (spec 2 §4). */
export const canConnect = (fromId: string, to: PictureNode['status']): boolean =>
  to !== undefined && (fromId !== startId || to.statusType === 'INITIAL');
