import type { CheckedGroup, WorkflowConfiguration, WorkflowScenario } from '@obieg/contracts';
import type { Answers, EvaluatedWorkflow } from '../conditions';
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
import { isPossible, type SearchResult } from './search-result';
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

interface DialogField {
  id: number;
  isMandatory: boolean;
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
  /** The conditions of a transition. */
  literalsOf(transition: Transition): readonly Literal[];
  /** The active parameters that the dialog of a transition asks for. */
  dialogOf(transition: Transition): readonly DialogField[];
  /** Active transitions into a status. */
  transitionsTo(statusId: number): readonly Transition[];
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

/** Compiles the transitions once, because the searches look at each of them many times. */
const compileTransitions = (
  { parameters }: EvaluatedWorkflow,
  questionnaire: Questionnaire,
  active: readonly Transition[],
): Pick<Model, 'literalsOf' | 'dialogOf' | 'transitionsTo'> => {
  const activeIds = new Set(parameters.flatMap(({ id, isActive }) => (isActive ? [id] : [])));
  const literals = new Map<Transition, readonly Literal[]>();
  const dialogs = new Map<Transition, readonly DialogField[]>();
  const byTarget = new Map<number, Transition[]>();
  for (const transition of active) {
    literals.set(
      transition,
      transition.parameterConditions.map((condition) => literalOf(questionnaire, condition)),
    );
    dialogs.set(
      transition,
      transition.requiredParameters.flatMap(({ parameterId: id, isMandatory }) =>
        activeIds.has(id) ? [{ id, isMandatory }] : [],
      ),
    );
    const others = byTarget.get(transition.toStatusId);
    if (others) others.push(transition);
    else byTarget.set(transition.toStatusId, [transition]);
  }
  return {
    literalsOf: (transition) => literals.get(transition) ?? [],
    dialogOf: (transition) => dialogs.get(transition) ?? [],
    transitionsTo: (statusId) => byTarget.get(statusId) ?? [],
  };
};

/** Lists the ways in which new tasks are placed, in the order in which they are tried. */
const listStarts = (
  explored: WorkflowConfiguration,
  questionnaire: Questionnaire,
  active: readonly Transition[],
  literalsOf: Model['literalsOf'],
): Start[] => {
  const candidates = active.filter(({ fromStatusId }) => fromStatusId === null).sort(byPriority);
  const literals = candidates.map(literalsOf);
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
  { noteStop }: Steps,
): ((demands: Demands) => boolean) => {
  const known = new Map<string, SearchResult<Answers>>();
  return (demands) => {
    const fixed = [...demands].filter(([id]) => !changedIds.has(id));
    if (fixed.length === 0) return true;
    const key = fixed
      .map(([id, set]) => `${id}:${set}`)
      .sort()
      .join();
    const remembered = known.get(key);
    if (remembered?.kind === 'unknown') noteStop();
    const result = remembered ?? submissions.find(new Map(fixed));
    known.set(key, result);
    return isPossible(result);
  };
};

export const createModel = (
  configuration: EvaluatedWorkflow,
  groups: readonly CheckedGroup[],
  scenarios: readonly WorkflowScenario[],
  budgetMs?: number,
): Model => {
  const steps = createSteps(budgetMs);
  const explored = assumeValues(configuration);
  const questionnaire = createQuestionnaire(
    createDomains(explored),
    publicQuestionnaire(explored.parameters),
    configuration.timeZone,
  );
  const transitions = configuration.transitions.filter(({ isActive }) => isActive);
  const submissions = createSubmissions(questionnaire, steps);
  const compiled = compileTransitions(explored, questionnaire, transitions);
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
    ...compiled,
    canExist: createExistenceTest(submissions, changedIds, steps),
    starts: listStarts(explored, questionnaire, transitions, compiled.literalsOf),
    steps,
  };
};
