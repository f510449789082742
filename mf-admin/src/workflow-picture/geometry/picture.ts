import type { FindingSeverity, StatusTransition, WorkflowStatus } from '@obieg/contracts';
import type { Box, Point } from './edge-paths';

/** What a mark on a transition's name says. */
export type Mark = 'conditions' | 'requirements' | 'executors' | 'inactive' | FindingSeverity;

/**
 * `unconnected`: no transition leads to or from the status. `deadEnd`: tasks cannot leave the status, although it is not
 * FINAL.
 */
export type StatusCondition = 'unconnected' | 'deadEnd';

export interface PictureNode {
  id: string;
  /** Undefined for the start of new tasks. */
  status: WorkflowStatus | undefined;
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

export interface Tip extends Point {
  /** Direction of the arrow head in degrees; 0 points to the right. */
  angle: number;
}

/** All transitions from one status to another, as one arrow. */
export interface PictureArrow {
  id: string;
  source: string;
  target: string;
  /** SVG path data. */
  path: string;
  tip: Tip;
  isInactive: boolean;
  label: {
    box: Box;
    rows: readonly LabelRow[] /** Where a line to the arrow begins, if the label is not on it. */;
    leaderTo?: Point;
  };
}

export interface Picture {
  nodes: readonly PictureNode[];
  arrows: readonly PictureArrow[];
  bounds: Box;
}
