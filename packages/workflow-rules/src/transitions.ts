import type { TransitionReason, WorkflowConfiguration, WorkflowParameter } from '@obieg/contracts';
import {
  type Answers,
  type Comparison,
  comparisonOf,
  type EvaluatedWorkflow,
  hasAnswer,
  type InTimeZone,
  isConditionMet,
} from './conditions';
import { checkValue, findDefault } from './values';
import type { SubmissionProblem } from './wizard';

type Transition = WorkflowConfiguration['transitions'][number];

interface Executor {
  hasBasePermission: boolean;
  /** Groups with the caller as effective LEADER or MEMBER, including ancestors. */
  executorGroupIds: ReadonlySet<number>;
}

/** Orders transitions as placement and the task page do: by priority order, then id. */
export const byPriority = (one: Transition, other: Transition): number =>
  one.priorityOrder - other.priorityOrder || one.id - other.id;

/** The parts of a transition that decide which tasks are offered it. */
export type OfferRule = Pick<Transition, 'fromStatusId' | 'isActive'> & {
  parameterConditions: readonly Omit<Transition['parameterConditions'][number], 'id'>[];
};

const meetsConditions = ({ parameterConditions }: OfferRule, answers: Answers, isSame: Comparison): boolean =>
  parameterConditions.every((condition) => isConditionMet(condition, answers, condition.parameterId, isSame));

export interface InitialPlacement {
  statusId: number;
  transitionId: number | null;
  targetGroupId: number | null;
}

/** The parts of a configuration that place a new task. */
type PlacementRules = Pick<WorkflowConfiguration, 'transitions' | 'statuses'> &
  InTimeZone & {
    parameters: readonly Pick<WorkflowParameter, 'id' | 'parameterType'>[];
  };

/**
 * Places a new task: uses the active start transition whose conditions are met, with the lowest priority order, then
 * the lowest id. Otherwise uses the oldest INITIAL status. @returns undefined if there is neither
 */
export const placeNewTask = (
  { transitions, statuses, parameters, timeZone }: PlacementRules,
  answers: Answers,
): InitialPlacement | undefined => {
  const isSame = comparisonOf(parameters, timeZone);
  const [transition] = transitions
    .filter(
      (candidate) =>
        candidate.isActive && candidate.fromStatusId === null && meetsConditions(candidate, answers, isSame),
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
  /** Empty if the caller may run it. */
  reasons: TransitionReason[];
}

/** The transitions that the decision of a status's approvers runs. */
const listDecidedTransitions = (
  { statuses }: Pick<WorkflowConfiguration, 'statuses'>,
  statusId: number,
): ReadonlySet<number> => {
  const approval = statuses.find(({ id }) => id === statusId)?.approval;
  return new Set(approval ? [approval.approvedTransitionId, approval.rejectedTransitionId] : []);
};

const reasonsAgainst = (
  { id: transitionId, executorGroupIds }: Transition,
  executor: Executor,
  decided: ReadonlySet<number>,
): TransitionReason[] => {
  const reasons: TransitionReason[] = [];
  if (decided.has(transitionId)) reasons.push('APPROVAL_REQUIRED');
  if (!executor.hasBasePermission) reasons.push('BASE_PERMISSION_REQUIRED');
  if (executorGroupIds.length > 0 && !executorGroupIds.some((id) => executor.executorGroupIds.has(id)))
    reasons.push('EXECUTOR_GROUP_REQUIRED');
  return reasons;
};

/** The parts of a workflow that decide which transitions a task is offered. */
export interface OfferRules<T extends OfferRule = OfferRule> extends InTimeZone {
  transitions: readonly T[];
  parameters: readonly Pick<WorkflowParameter, 'id' | 'parameterType'>[];
}

/**
 * Returns a function that selects the transitions offered on a task: active, from its status, with all conditions met.
 * Use one function for several tasks.
 */
export const createOffer = <T extends OfferRule>({
  transitions,
  parameters,
  timeZone,
}: OfferRules<T>): ((statusId: number, answers: Answers) => T[]) => {
  const isSame = comparisonOf(parameters, timeZone);
  return (statusId, answers) =>
    transitions.filter(
      (candidate) =>
        candidate.isActive &&
        candidate.fromStatusId === statusId &&
        meetsConditions(candidate, answers, isSame),
    );
};

/** Returns the transitions offered on a task, ordered by priority order, then id. */
export const offerTransitions = (
  workflow: EvaluatedWorkflow,
  statusId: number,
  answers: Answers,
  executor: Executor,
): OfferedTransition[] => {
  const decided = listDecidedTransitions(workflow, statusId);
  return createOffer(workflow)(statusId, answers)
    .sort(byPriority)
    .map((transition) => ({ transition, reasons: reasonsAgainst(transition, executor, decided) }));
};

/** An answer that a transition asks for. */
export interface RequiredAnswer {
  parameter: WorkflowParameter;
  isMandatory: boolean;
  /** Of the transition, otherwise of the parameter. Null unless it is a valid answer now. */
  defaultValue: string | null;
}

type RequiredAnswersRules = Pick<EvaluatedWorkflow, 'parameters' | 'timeZone'>;

/**
 * Returns a function that lists the answers that a transition asks for. Omits inactive parameters and inactive
 * dictionary values. Use one function for several transitions: it looks at each parameter and transition once.
 */
export const createRequiredAnswers = ({
  parameters,
  timeZone,
}: RequiredAnswersRules): ((
  transition: Pick<Transition, 'requiredParameters'>,
) => readonly RequiredAnswer[]) => {
  const active = new Map(parameters.filter(({ isActive }) => isActive).map((one) => [one.id, one]));
  const offered = new Map<number, WorkflowParameter>();
  const known = new Map<Pick<Transition, 'requiredParameters'>, RequiredAnswer[]>();
  /** The parameter with its active values only. */
  const findOffered = (id: number): WorkflowParameter | undefined => {
    const parameter = active.get(id);
    if (!parameter || offered.has(id)) return offered.get(id);
    const dictionaryValues = parameter.dictionaryValues.filter(({ isActive }) => isActive);
    offered.set(id, { ...parameter, dictionaryValues });
    return offered.get(id);
  };
  return (transition) => {
    const listed = known.get(transition);
    if (listed) return listed;
    const answers = transition.requiredParameters.flatMap(({ parameterId, isMandatory, defaultValue }) => {
      const parameter = findOffered(parameterId);
      if (!parameter) return [];
      const valid = findDefault(parameter, [defaultValue, parameter.defaultValue], timeZone);
      return [{ parameter, isMandatory, defaultValue: valid ?? null }];
    });
    known.set(transition, answers);
    return answers;
  };
};

/** Returns the answers that one transition asks for. */
export const listRequiredAnswers = (
  rules: RequiredAnswersRules,
  transition: Pick<Transition, 'requiredParameters'>,
): readonly RequiredAnswer[] => createRequiredAnswers(rules)(transition);

/**
 * Checks the answers for a transition. A mandatory parameter needs a valid answer, from the task or the request. An
 * optional one may be missing; an empty answer removes the stored one. The task's other answers stay unchanged,
 * whatever the request contains, because the caller may have read them before a concurrent change. @returns the
 * merged answers and the problems
 */
export const checkTransitionAnswers = (
  configuration: EvaluatedWorkflow,
  transition: Transition,
  stored: Answers,
  given: Answers,
  clearedIds: ReadonlySet<number> = new Set(),
): { values: Answers; problems: ReadonlyMap<number, SubmissionProblem> } => {
  const values = new Map(stored);
  const problems = new Map<number, SubmissionProblem>();
  const required = listRequiredAnswers(configuration, transition);
  const requiredById = new Map(required.map(({ parameter }) => [parameter.id, parameter]));
  const knownIds = new Set(configuration.parameters.map(({ id }) => id));
  for (const [id, answer] of given) {
    const parameter = requiredById.get(id);
    if (!parameter) {
      if (!stored.has(id)) problems.set(id, knownIds.has(id) ? 'NOT_ASKED' : 'UNKNOWN_PARAMETER');
      continue;
    }
    const checked = checkValue(parameter, answer, configuration.timeZone);
    // A stored value stays valid after its dictionary has changed.
    if (checked.isValid) values.set(id, checked.value);
    else if (stored.get(id) !== answer) problems.set(id, checked.problem);
  }
  for (const { parameter, isMandatory } of required) {
    if (clearedIds.has(parameter.id)) values.delete(parameter.id);
    if (isMandatory && !hasAnswer(values, parameter.id) && !problems.has(parameter.id))
      problems.set(parameter.id, 'MISSING');
  }
  return { values, problems };
};
