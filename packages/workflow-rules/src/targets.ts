import type { Target } from '@obieg/contracts';
import { type Answers, comparisonOf, type EvaluatedWorkflow, isConditionMet } from './conditions';

/** The facts of a task that decide which targets it has. */
export interface TargetedTask {
  priority: Target['priorities'][number];
  answers: Answers;
}

/** Orders targets as a task is matched against them: by sort order, then id. */
export const byTargetOrder = (
  one: Pick<Target, 'sortOrder' | 'id'>,
  other: Pick<Target, 'sortOrder' | 'id'>,
): number => one.sortOrder - other.sortOrder || one.id - other.id;

/** Returns of each metric the first active target that fits the task, in their order. */
export const chooseTargets = (
  {
    targets = [],
    parameters,
    timeZone,
  }: Pick<EvaluatedWorkflow, 'parameters' | 'timeZone'> & { targets?: readonly Target[] | undefined },
  { priority, answers }: TargetedTask,
): Target[] => {
  const isSame = comparisonOf(parameters, timeZone);
  const chosen = new Map<string, Target>();
  for (const target of [...targets].sort(byTargetOrder)) {
    if (!target.isActive || chosen.has(target.metric)) continue;
    if (target.priorities.length > 0 && !target.priorities.includes(priority)) continue;
    if (target.conditions.every((one) => isConditionMet(one, answers, one.parameterId, isSame)))
      chosen.set(target.metric, target);
  }
  return [...chosen.values()];
};
