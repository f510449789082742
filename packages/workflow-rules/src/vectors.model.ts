import type { TransitionReason, WorkflowConfiguration } from '@obieg/contracts';
import type { SubmissionProblem } from './wizard';

/** A workflow, answers, and the result that browser and server must both compute. */
export interface DecisionVector {
  name: string;
  configuration: WorkflowConfiguration;
  /** Typed text by parameter id. */
  given: Readonly<Record<string, string>>;
  expected: {
    /** Expected questions in order. */
    asked: readonly number[];
    /** Question at which the wizard waits for an answer. Absent at the end. */
    open?: number;
    /** Expected problems by parameter. Absent if the submission is accepted. */
    problems?: Readonly<Record<string, SubmissionProblem>>;
    /** Stored values of an accepted submission. */
    values?: Readonly<Record<string, string>>;
    /** Placement of an accepted submission. Null if no status can take it (409). */
    placement?: { statusId: number; transitionId: number | null; targetGroupId: number | null } | null;
    /** Transitions offered in that status to a member of no group, with the reasons why they cannot run. */
    offered?: readonly { id: number; reasons: readonly TransitionReason[] }[];
  };
}
