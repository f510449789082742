import type { CheckedGroup, Finding, FindingCode, WorkflowScenario } from '@obieg/contracts';
import type { EvaluatedWorkflow } from '@obieg/workflow-rules';

export interface CheckInput {
  configuration: EvaluatedWorkflow;
  groups: readonly CheckedGroup[];
  scenarios: readonly WorkflowScenario[];
}

/** What the thread of a check reports, in this order: it started, the result of each rule, it is done. */
export type WorkerMessage =
  | { type: 'started' }
  | { type: 'rule'; code: FindingCode; findings: Finding[]; isComplete: boolean }
  | { type: 'done' };
