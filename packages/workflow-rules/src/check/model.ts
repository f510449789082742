import type { CheckedGroup, WorkflowConfiguration, WorkflowScenario } from '@obieg/contracts';
import type { EvaluatedWorkflow } from '../conditions';
import { byPriority, placeNewTask } from '../transitions';
import { publicQuestionnaire } from '../wizard';
import {
  type Clause,
  createQuestionnaire,
  type Demands,
  type Literal,
  literalOf,
  negate,
  type Questionnaire,
} from './demands';
import { createDomains } from './domains';
import { createSteps, type Steps } from './steps';
import { createSubmissions, type Submissions } from './submissions';

export type Parameter = WorkflowConfiguration['parameters'][number];
export type Status = WorkflowConfiguration['statuses'][number];
export type Transition = WorkflowConfiguration['transitions'][number];

/** A way in which new tasks are placed. */
export interface Start {
  statusId: number;
  /** Null for the oldest INITIAL status, which takes the tasks that no start transition takes. */
  transition: Transition | null;
  /** The submissions that start so. */
  clauses: readonly Clause[];
}

/** The workflow as the rules of the check see it. */
export interface Model {
  /** As given. */
  configuration: EvaluatedWorkflow;
  /** With a value in each empty dictionary, so that one mistake is not reported again by its consequences. */
  explored: EvaluatedWorkflow;
  groups: ReadonlyMap<number, CheckedGroup>;
  scenarios: readonly WorkflowScenario[];
  parameters: ReadonlyMap<number, Parameter>;
  statuses: ReadonlyMap<number, Status>;
  /** Active transitions. */
  transitions: readonly Transition[];
  questionnaire: Questionnaire;
  submissions: Submissions;
  starts: readonly Start[];
  /**
   * Whether a submission can have the answers that no transition changes. Without it, no task meets the demands.
   */
  canExist(demands: Demands): boolean;
  steps: Steps;
}

/** Stands for the value that an administrator has yet to add. */
export const assumedValue = '…';

/** Whether no answer is valid. Only a dictionary can lack valid values. */
export const hasNoValue = ({ parameterType, dictionaryValues }: Parameter): boolean =>
  parameterType === 'DICTIONARY' && !dictionaryValues.some(({ isActive }) => isActive);

const assumeValues = (configuration: EvaluatedWorkflow): EvaluatedWorkflow => ({
  ...configuration,
  parameters: configuration.parameters.map((parameter) =>
    hasNoValue(parameter)
      ? {
          ...parameter,
          dictionaryValues: [{ id: 1, value: assumedValue, sortOrder: 0, isActive: true }],
        }
      : parameter,
  ),
});

export const conditionLiterals = (questionnaire: Questionnaire, transition: Transition): Literal[] =>
  transition.parameterConditions.map((condition) => literalOf(questionnaire, condition));

/** Lists the ways in which new tasks are placed, in the order in which they are tried. */
const listStarts = (explored: WorkflowConfiguration, questionnaire: Questionnaire): Start[] => {
  const candidates = explored.transitions
    .filter(({ isActive, fromStatusId }) => isActive && fromStatusId === null)
    .sort(byPriority);
  const literals = candidates.map((transition) => conditionLiterals(questionnaire, transition));
  const notTaken = literals.map((own) => own.map((literal) => negate(questionnaire, literal)));
  const starts: Start[] = candidates.map((transition, index) => ({
    statusId: transition.toStatusId,
    transition,
    clauses: [...(literals[index] ?? []).map((literal) => [literal]), ...notTaken.slice(0, index)],
  }));
  const otherwise = placeNewTask({ ...explored, transitions: [] }, new Map());
  if (otherwise) starts.push({ statusId: otherwise.statusId, transition: null, clauses: notTaken });
  return starts;
};

const createExistenceTest = (
  submissions: Submissions,
  changedIds: ReadonlySet<number>,
): ((demands: Demands) => boolean) => {
  const known = new Map<string, boolean>();
  return (demands) => {
    const fixed = [...demands].filter(([id]) => !changedIds.has(id));
    if (fixed.length === 0) return true;
    const key = fixed
      .map(([id, set]) => `${id}:${set}`)
      .sort()
      .join();
    const result = known.get(key) ?? submissions.find(new Map(fixed)) !== undefined;
    known.set(key, result);
    return result;
  };
};

export const createModel = (
  configuration: EvaluatedWorkflow,
  groups: readonly CheckedGroup[],
  scenarios: readonly WorkflowScenario[],
): Model => {
  const explored = assumeValues(configuration);
  const questionnaire = createQuestionnaire(
    createDomains(explored),
    publicQuestionnaire(explored.parameters),
    configuration.timeZone,
  );
  const steps = createSteps();
  const transitions = configuration.transitions.filter(({ isActive }) => isActive);
  const submissions = createSubmissions(questionnaire, steps);
  /** Parameters whose answers a transition can change. */
  const changedIds = new Set(
    transitions.flatMap(({ requiredParameters }) => requiredParameters.map(({ parameterId }) => parameterId)),
  );
  return {
    configuration,
    explored,
    scenarios,
    groups: new Map(groups.map((group) => [group.id, group])),
    parameters: new Map(configuration.parameters.map((one) => [one.id, one])),
    statuses: new Map(configuration.statuses.map((one) => [one.id, one])),
    transitions,
    questionnaire,
    submissions,
    canExist: createExistenceTest(submissions, changedIds),
    starts: listStarts(explored, questionnaire),
    steps,
  };
};
