import {
  type CheckedGroup,
  type Finding,
  type FindingCode,
  findingSeverities,
  type WorkflowScenario,
} from '@obieg/contracts';
import type { EvaluatedWorkflow } from '../conditions';
import { createExploration } from './exploration';
import { type Found, type Rule, toFinding } from './findings';
import { createModel } from './model';
import { approvalStuck, approvalWithoutApprovers } from './rules/approval-rules';
import {
  conditionOnInactive,
  conditionOnRetiredValue,
  defaultValueInvalid,
  questionBeforeParent,
  questionUnreachable,
} from './rules/question-rules';
import { requiredParameterInactive, requiredValueImpossible } from './rules/required-rules';
import {
  finalUnreachable,
  newTasksStuck,
  noActiveStart,
  noInitialStatus,
  statusDeadEnd,
  statusUnreachable,
} from './rules/status-rules';
import { targetNeverEnds, targetNeverStarts } from './rules/target-rules';
import {
  executorsEmpty,
  targetGroupEmpty,
  transitionNeverOffered,
  transitionShadowed,
} from './rules/transition-rules';
import { scenarioBroken } from './scenarios';

export const allRules: readonly Rule[] = [
  noInitialStatus,
  noActiveStart,
  statusDeadEnd,
  finalUnreachable,
  newTasksStuck,
  statusUnreachable,
  transitionNeverOffered,
  transitionShadowed,
  executorsEmpty,
  targetGroupEmpty,
  requiredParameterInactive,
  requiredValueImpossible,
  questionUnreachable,
  questionBeforeParent,
  conditionOnInactive,
  conditionOnRetiredValue,
  defaultValueInvalid,
  scenarioBroken,
  approvalWithoutApprovers,
  approvalStuck,
  targetNeverStarts,
  targetNeverEnds,
];

/** Sorts findings as a check returns them. Keeps the order of equal ones. */
export const sortFindings = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort(
    (one, other) => findingSeverities.indexOf(one.severity) - findingSeverities.indexOf(other.severity),
  );

/** Steps and answers of all examples. An example can name every status, so the sum grows faster than the workflow. */
const examplePartsMax = 10_000;

const countParts = ({ example }: Found): number =>
  example
    ? example.answers.length + example.path.reduce((sum, { answers }) => sum + 1 + answers.length, 0)
    : 0;

/** Drops the examples of later findings once the earlier ones have enough. */
const createExampleLimit = () => {
  let parts = 0;
  return (found: Found): Found => {
    parts += countParts(found);
    return parts > examplePartsMax ? { ...found, example: null } : found;
  };
};

interface CheckResult {
  /** Errors first, then warnings, then hints. All of them are true, also of an incomplete check. */
  findings: Finding[];
  /** Kinds of mistakes that the check did not look for everywhere; empty if it is complete. */
  unchecked: FindingCode[];
}

interface CheckOptions {
  /** The check stops after this time, and says what is unchecked. Default: unlimited. */
  budgetMs?: number;
  /** Receives the result of each rule as soon as it is known, for a caller that may end the check. */
  onRule?: (code: FindingCode, found: { findings: Finding[]; isComplete: boolean }) => void;
}

/** Runs some rules. @returns also the number of steps that the search took */
export const runRules = (
  rules: readonly Rule[],
  configuration: EvaluatedWorkflow,
  groups: readonly CheckedGroup[],
  scenarios: readonly WorkflowScenario[] = [],
  { budgetMs, onRule }: CheckOptions = {},
): CheckResult & { steps: number } => {
  const model = createModel(configuration, groups, scenarios, budgetMs);
  const { steps } = model;
  const exploration = createExploration(model);
  const limitExamples = createExampleLimit();
  const findings: Finding[] = [];
  const unchecked: FindingCode[] = [];
  for (const { code, find } of rules) {
    const stoppedBefore = steps.stopped;
    const found = steps.isLate()
      ? undefined
      : find(model, exploration).map((one) => toFinding(code, limitExamples(one)));
    const isComplete = found !== undefined && steps.stopped === stoppedBefore;
    findings.push(...(found ?? []));
    if (!isComplete) unchecked.push(code);
    onRule?.(code, { findings: found ?? [], isComplete });
  }
  return { findings: sortFindings(findings), unchecked, steps: steps.taken };
};

/**
 * Checks a workflow without running it. Explores the rules of this package: questionnaire, conditions, priorities.
 * Group membership decides whether a transition has executors.
 */
export const checkWorkflowWithin = (
  options: CheckOptions,
  configuration: EvaluatedWorkflow,
  groups: readonly CheckedGroup[],
  scenarios: readonly WorkflowScenario[],
): CheckResult => {
  const { findings, unchecked } = runRules(allRules, configuration, groups, scenarios, options);
  return { findings, unchecked };
};

/** Checks a workflow without a limit of time. @returns errors first, then warnings, then hints */
export const checkWorkflow = (
  configuration: EvaluatedWorkflow,
  groups: readonly CheckedGroup[],
  scenarios: readonly WorkflowScenario[] = [],
): Finding[] => runRules(allRules, configuration, groups, scenarios).findings;
