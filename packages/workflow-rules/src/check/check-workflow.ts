import { type CheckedGroup, type Finding, findingSeverities, type WorkflowScenario } from '@obieg/contracts';
import type { EvaluatedWorkflow } from '../conditions';
import { createExploration } from './exploration';
import { type Rule, toFinding } from './findings';
import { createModel } from './model';
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
  noActiveStart,
  noInitialStatus,
  statusDeadEnd,
  statusUnreachable,
} from './rules/status-rules';
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
];

/** Runs some rules. @returns the findings and the number of steps that the search took */
export const runRules = (
  rules: readonly Rule[],
  configuration: EvaluatedWorkflow,
  groups: readonly CheckedGroup[],
  scenarios: readonly WorkflowScenario[] = [],
): { findings: Finding[]; steps: number } => {
  const model = createModel(configuration, groups, scenarios);
  const exploration = createExploration(model);
  const findings = rules
    .flatMap(({ code, find }) => find(model, exploration).map((found) => toFinding(code, found)))
    .sort(
      (one, other) => findingSeverities.indexOf(one.severity) - findingSeverities.indexOf(other.severity),
    );
  return { findings, steps: model.steps.taken };
};

/**
 * Checks a workflow without running it. Explores the rules of this package: questionnaire, conditions, priorities.
 * Group membership decides whether a transition has executors. @returns errors first, then warnings, then hints
 */
export const checkWorkflow = (
  configuration: EvaluatedWorkflow,
  groups: readonly CheckedGroup[],
  scenarios: readonly WorkflowScenario[] = [],
): Finding[] => runRules(allRules, configuration, groups, scenarios).findings;
