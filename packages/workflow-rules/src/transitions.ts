import type { TransitionReason, WorkflowConfiguration, WorkflowParameter } from '@obieg/contracts';
import { type Answers, hasAnswer, holdsCondition, type TypeOf, typesOf } from './conditions';
import { checkValue } from './values';
import type { SubmissionProblem } from './wizard';

type Transition = WorkflowConfiguration['transitions'][number];

interface Executor {
  hasBasePermission: boolean;
  /** Groups of which the person is an effective LEADER or MEMBER, ancestors included. */
  executorGroupIds: ReadonlySet<number>;
}

const byPriority = (one: Transition, other: Transition): number =>
  one.priorityOrder - other.priorityOrder || one.id - other.id;

const meetsConditions = ({ parameterConditions }: Transition, answers: Answers, typeOf: TypeOf): boolean =>
  parameterConditions.every((condition) => holdsCondition(condition, answers, condition.parameterId, typeOf));

export interface InitialPlacement {
  statusId: number;
  transitionId: number | null;
  targetGroupId: number | null;
}

/** What decides where a task begins. */
type Beginnings = Pick<WorkflowConfiguration, 'transitions' | 'statuses'> & {
  parameters: readonly Pick<WorkflowParameter, 'id' | 'parameterType'>[];
};

/**
 * Where a new task begins: by the active transition from nothing whose conditions hold with the lowest priority order,
 * then id; else in the oldest INITIAL status. Undefined when there is none.
 */
export const placeNewTask = (
  { transitions, statuses, parameters }: Beginnings,
  answers: Answers,
): InitialPlacement | undefined => {
  const typeOf = typesOf(parameters);
  const [transition] = transitions
    .filter(
      (candidate) =>
        candidate.isActive && candidate.fromStatusId === null && meetsConditions(candidate, answers, typeOf),
    )
    .sort(byPriority);
  if (transition)
    return {
      statusId: transition.toStatusId,
      transitionId: transition.id,
      targetGroupId: transition.targetGroupId,
    };
  const [oldest] = statuses
    .filter(({ statusType }) => statusType === 'INITIAL')
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt) || one.id - other.id);
  return oldest && { statusId: oldest.id, transitionId: null, targetGroupId: null };
};

export interface OfferedTransition {
  transition: Transition;
  /** Empty when the person may run it. */
  reasons: TransitionReason[];
}

const reasonsAgainst = ({ executorGroupIds }: Transition, executor: Executor): TransitionReason[] => {
  const reasons: TransitionReason[] = [];
  if (!executor.hasBasePermission) reasons.push('BASE_PERMISSION_REQUIRED');
  if (executorGroupIds.length > 0 && !executorGroupIds.some((id) => executor.executorGroupIds.has(id)))
    reasons.push('EXECUTOR_GROUP_REQUIRED');
  return reasons;
};

/** The transitions offered on a task: active, from its status, conditions hold; by priority order, then id. */
export const offerTransitions = (
  { transitions, parameters }: WorkflowConfiguration,
  statusId: number,
  answers: Answers,
  executor: Executor,
): OfferedTransition[] => {
  const typeOf = typesOf(parameters);
  return transitions
    .filter(
      (candidate) =>
        candidate.isActive &&
        candidate.fromStatusId === statusId &&
        meetsConditions(candidate, answers, typeOf),
    )
    .sort(byPriority)
    .map((transition) => ({ transition, reasons: reasonsAgainst(transition, executor) }));
};

/** What a transition asks for when it is run. */
export interface RequiredAnswer {
  parameter: WorkflowParameter;
  isMandatory: boolean;
  /** Only one that could be given now. */
  defaultValue: string | null;
}

/**
 * The answers that a transition asks for: inactive parameters are asked for nowhere, and of a dictionary only its
 * active values are offered.
 */
export const listRequiredAnswers = (
  { parameters }: Pick<WorkflowConfiguration, 'parameters'>,
  { requiredParameters }: Pick<Transition, 'requiredParameters'>,
): RequiredAnswer[] => {
  const active = new Map(parameters.filter(({ isActive }) => isActive).map((one) => [one.id, one]));
  return requiredParameters.flatMap(({ parameterId, isMandatory, defaultValue }) => {
    const known = active.get(parameterId);
    if (!known) return [];
    const dictionaryValues = known.dictionaryValues.filter(({ isActive }) => isActive);
    const parameter = { ...known, dictionaryValues };
    const checked = checkValue(parameter, defaultValue ?? '');
    return [{ parameter, isMandatory, defaultValue: checked.isValid ? checked.value : null }];
  });
};

/**
 * Checks what a transition needs: mandatory parameters must have a valid answer, from the task or given with it;
 * optional ones may be left out, or emptied, which takes their answer away. What the task has answered already and the transition does not ask for stays as the
 * task holds it, whatever is given: the sender may have read it before somebody else changed it. Answers the merged
 * values and what is wrong.
 */
export const checkTransitionAnswers = (
  configuration: WorkflowConfiguration,
  transition: Transition,
  held: Answers,
  given: Answers,
  emptied: ReadonlySet<number> = new Set(),
): { values: Answers; problems: ReadonlyMap<number, SubmissionProblem> } => {
  const values = new Map(held);
  const problems = new Map<number, SubmissionProblem>();
  const required = listRequiredAnswers(configuration, transition);
  const wanted = new Map(required.map(({ parameter }) => [parameter.id, parameter]));
  const isKnown = (id: number): boolean => configuration.parameters.some((one) => one.id === id);
  for (const [id, answer] of given) {
    const parameter = wanted.get(id);
    if (!parameter) {
      if (!held.has(id)) problems.set(id, isKnown(id) ? 'NOT_ASKED' : 'UNKNOWN_PARAMETER');
      continue;
    }
    const checked = checkValue(parameter, answer);
    // A value that the task holds already stays good, also where its dictionary has moved on.
    if (checked.isValid) values.set(id, checked.value);
    else if (held.get(id) !== answer) problems.set(id, checked.problem);
  }
  for (const { parameter, isMandatory } of required) {
    if (emptied.has(parameter.id)) values.delete(parameter.id);
    if (isMandatory && !hasAnswer(values, parameter.id) && !problems.has(parameter.id))
      problems.set(parameter.id, 'MISSING');
  }
  return { values, problems };
};
