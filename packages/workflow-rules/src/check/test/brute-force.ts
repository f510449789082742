import type { CheckedGroup, WorkflowConfiguration } from '@obieg/contracts';
import type { Answers } from '../../conditions';
import {
  checkTransitionAnswers,
  listRequiredAnswers,
  offerTransitions,
  placeNewTask,
} from '../../transitions';
import { publicQuestionnaire, walkWizard } from '../../wizard';
import { isEmptyDictionary, type Mark, markRows } from './brute-force-rows';

type Parameter = WorkflowConfiguration['parameters'][number];
type Transition = WorkflowConfiguration['transitions'][number];

interface Task {
  statusId: number;
  answers: Answers;
}

const executor = { hasBasePermission: true, executorGroupIds: new Set<number>() };
const keyOf = ({ statusId, answers }: Task): string =>
  `${statusId} ${JSON.stringify([...answers].sort(([one], [other]) => one - other))}`;

/** Adds a value to each empty dictionary, because the check assumes that this mistake is mended. */
export const fillDictionaries = (configuration: WorkflowConfiguration): WorkflowConfiguration => ({
  ...configuration,
  parameters: configuration.parameters.map((parameter) =>
    isEmptyDictionary(parameter)
      ? { ...parameter, dictionaryValues: [{ id: 1, value: '…', sortOrder: 0, isActive: true }] }
      : parameter,
  ),
});

/** Lists all values that could make a difference. TEXT gets those that conditions name, and one more. */
export const listValues = (
  { parameters, transitions, targets = [] }: WorkflowConfiguration,
  parameter: Parameter,
): string[] => {
  if (parameter.parameterType === 'BOOLEAN') return ['true', 'false'];
  if (parameter.parameterType === 'DICTIONARY')
    return parameter.dictionaryValues.filter(({ isActive }) => isActive).map(({ value }) => value);
  const named = [
    ...parameters.flatMap(({ dependencies }) => dependencies.map(({ conditionValue }) => conditionValue)),
    ...transitions.flatMap(({ parameterConditions }) =>
      parameterConditions.map(({ conditionValue }) => conditionValue),
    ),
    ...targets.flatMap(({ conditions }) => conditions.map(({ conditionValue }) => conditionValue)),
  ];
  return [...new Set(['coś innego', ...named.filter((value) => value !== null)])];
};

/** Lists all submissions by answering the wizard's questions in every way. */
const listSubmissions = (configuration: WorkflowConfiguration): { answers: Answers; asked: number[] }[] => {
  const questions = publicQuestionnaire(configuration.parameters);
  const found: { answers: Answers; asked: number[] }[] = [];
  const continueFrom = (answers: Answers): void => {
    const { open, asked } = walkWizard(questions, answers);
    if (!open) {
      found.push({ answers, asked: asked.map(({ id }) => id) });
      return;
    }
    const parameter = configuration.parameters.find(({ id }) => id === open.id);
    if (!parameter) return;
    for (const value of listValues(configuration, parameter))
      continueFrom(new Map(answers).set(open.id, value));
  };
  continueFrom(new Map());
  return found;
};

/** Lists all results of running a transition. */
const runInAllWays = (
  configuration: WorkflowConfiguration,
  transition: Transition,
  { answers }: Task,
): Task[] => {
  let ways: { given: Map<number, string>; cleared: Set<number> }[] = [
    { given: new Map(), cleared: new Set() },
  ];
  for (const { parameter } of listRequiredAnswers(configuration, transition))
    ways = ways.flatMap(({ given, cleared }) => [
      { given, cleared },
      { given, cleared: new Set(cleared).add(parameter.id) },
      ...listValues(configuration, parameter).map((value) => ({
        given: new Map(given).set(parameter.id, value),
        cleared,
      })),
    ]);
  return ways.flatMap(({ given, cleared }) => {
    const { values, problems } = checkTransitionAnswers(configuration, transition, answers, given, cleared);
    return problems.size === 0 ? [{ statusId: transition.toStatusId, answers: values }] : [];
  });
};

/** Explores every state of every task. */
const explore = (configuration: WorkflowConfiguration, first: readonly Task[]) => {
  const tasks = new Map<string, Task>();
  const next = new Map<string, Set<string>>();
  const offered = new Map<string, Transition[]>();
  const waiting = [...first];
  for (let task = waiting.pop(); task; task = waiting.pop()) {
    const key = keyOf(task);
    if (tasks.has(key)) continue;
    tasks.set(key, task);
    const here = offerTransitions(configuration, task.statusId, task.answers, executor);
    const transitions = here.map(({ transition }) => transition);
    offered.set(key, transitions);
    const results = transitions.flatMap((transition) => runInAllWays(configuration, transition, task));
    next.set(key, new Set(results.map(keyOf)));
    waiting.push(...results);
  }
  return { tasks, next, offered };
};

const placeAll = (configuration: WorkflowConfiguration, submissions: { answers: Answers }[]): Task[] =>
  submissions.flatMap(({ answers }): Task[] => {
    const placement = placeNewTask(configuration, answers);
    return placement ? [{ statusId: placement.statusId, answers }] : [];
  });

/** Lists the states of new tasks, and of tasks that begin in some of them: what follows one state. */
export const exploreNewTasks = (given: WorkflowConfiguration) => {
  const configuration = fillDictionaries(given);
  const placed = placeAll(configuration, listSubmissions(configuration));
  return {
    placed,
    tasks: [...explore(configuration, placed).tasks.values()],
    listFollowing: (tasks: readonly Task[]): Task[] => [...explore(configuration, tasks).tasks.values()],
  };
};

const markStatuses = (configuration: WorkflowConfiguration, submissions: { answers: Answers }[]): Mark[] => {
  const { statuses } = configuration;
  const placed = placeAll(configuration, submissions);
  const reached = new Set([...explore(configuration, placed).tasks.values()].map(({ statusId }) => statusId));
  const unreachable = statuses.filter(({ id }) => !reached.has(id));
  const assumed = unreachable.flatMap(({ id }) =>
    submissions.map(({ answers }) => ({ statusId: id, answers })),
  );
  const { tasks, next, offered } = explore(configuration, [...placed, ...assumed]);
  const finals = new Set(statuses.filter(({ statusType }) => statusType === 'FINAL').map(({ id }) => id));
  const finishing = new Set(
    [...tasks].filter(([, { statusId }]) => finals.has(statusId)).map(([key]) => key),
  );
  for (let size = -1; size !== finishing.size; ) {
    size = finishing.size;
    for (const [key, results] of next) if ([...results].some((one) => finishing.has(one))) finishing.add(key);
  }
  const offeredIds = new Set([...offered.values()].flat().map(({ id }) => id));
  const marks: Mark[] = unreachable.map(({ id }) => `STATUS_UNREACHABLE status:${id}`);
  for (const { id } of statuses) {
    if (finals.has(id)) continue;
    const hasExit = configuration.transitions.some(
      ({ id: own, fromStatusId, toStatusId }) =>
        fromStatusId === id && toStatusId !== id && offeredIds.has(own),
    );
    const canFinish = [...tasks].some(([key, { statusId }]) => statusId === id && finishing.has(key));
    if (!hasExit) marks.push(`STATUS_DEAD_END status:${id}`);
    else if (!canFinish) marks.push(`FINAL_UNREACHABLE status:${id}`);
  }
  for (const { id } of statuses) {
    const isStuck = (task: Task): boolean =>
      task.statusId === id && !finals.has(id) && offered.get(keyOf(task))?.length === 0;
    if (placed.some(isStuck) && !marks.includes(`STATUS_DEAD_END status:${id}`))
      marks.push(`NEW_TASKS_STUCK status:${id}`);
  }
  for (const { id, isActive, fromStatusId } of configuration.transitions)
    if (isActive && fromStatusId !== null && !offeredIds.has(id))
      marks.push(`TRANSITION_NEVER_OFFERED transition:${id}`);
  return marks;
};

const markStarts = (configuration: WorkflowConfiguration, submissions: { answers: Answers }[]): Mark[] => {
  const { statuses, transitions } = configuration;
  const starts = transitions.filter(({ isActive, fromStatusId }) => isActive && fromStatusId === null);
  const hasInitial = statuses.some(({ statusType }) => statusType === 'INITIAL');
  const marks: Mark[] = [];
  if (!hasInitial) marks.push('NO_INITIAL_STATUS status:null');
  else if (starts.length === 0) marks.push('NO_ACTIVE_START transition:null');
  for (const start of starts) {
    const isChosen = (candidates: Transition[]): boolean =>
      submissions.some(
        ({ answers }) =>
          placeNewTask({ ...configuration, transitions: candidates }, answers)?.transitionId === start.id,
      );
    if (!isChosen([start])) marks.push(`TRANSITION_NEVER_OFFERED transition:${start.id}`);
    else if (!isChosen(starts)) marks.push(`TRANSITION_SHADOWED transition:${start.id}`);
  }
  return marks;
};

/** Finds every mistake by trying everything. Exponential. */
export const exploreEverything = (
  configuration: WorkflowConfiguration,
  groups: readonly CheckedGroup[],
): Mark[] => {
  const filled = fillDictionaries(configuration);
  const submissions = listSubmissions(filled);
  const askedIds = new Set(submissions.flatMap(({ asked }) => asked));
  return [
    ...markStarts(filled, submissions),
    ...markStatuses(filled, submissions),
    ...markRows(configuration, groups, askedIds),
  ].sort();
};
