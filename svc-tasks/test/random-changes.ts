import type { ConditionType, ParameterType, RenamedValue, WorkflowConfiguration } from '@obieg/contracts';
import { buildConfiguration } from './tasks-service';

type Parameter = WorkflowConfiguration['parameters'][number];
type Transition = WorkflowConfiguration['transitions'][number];
type Random = () => number;

const [parameterBase] = buildConfiguration(1).parameters as [Parameter];
const [transitionBase] = buildConfiguration(1).transitions as [Transition];
const createdAt = parameterBase.createdAt;

const pick = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T;
const list = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => create(index));

/** Several notations of one value, and texts that are no value of any type. */
const texts = ['a', 'b', 'c', '1', '1.0', '2', 'true', 'false', 'Jan@x.pl', 'jan@x.pl'];
const types: readonly ParameterType[] = ['DICTIONARY', 'DICTIONARY', 'TEXT', 'NUMBER', 'BOOLEAN', 'EMAIL'];
const conditionTypes: readonly ConditionType[] = ['EQUALS', 'EQUALS', 'NOT_EQUALS', 'EXISTS', 'NOT_EXISTS'];
const parameterIds = [1, 2, 3];
const statusIds = [1, 2, 3, 4];

const createConditions = (random: Random) =>
  list(Math.floor(random() * 3), (index) => {
    const conditionType = pick(random, conditionTypes);
    const conditionValue = conditionType.endsWith('EQUALS') ? pick(random, texts) : null;
    return { id: index + 1, parameterId: pick(random, parameterIds), conditionType, conditionValue };
  });

const createTransition = (random: Random, id: number): Transition => ({
  ...transitionBase,
  id,
  name: `Przejście ${id}`,
  fromStatusId: random() < 0.1 ? null : pick(random, statusIds),
  toStatusId: pick(random, statusIds),
  targetGroupId: null,
  isActive: random() < 0.85,
  executorGroupIds: random() < 0.2 ? [5] : [],
  parameterConditions: createConditions(random),
});

export const createWorkflow = (random: Random, organizationId: number): WorkflowConfiguration => ({
  organizationId,
  parameters: parameterIds.map((id) => ({
    ...parameterBase,
    id,
    parameterType: pick(random, types),
    dictionaryValues: texts.map((value, index) => ({
      id: index + 1,
      value,
      sortOrder: index,
      isActive: true,
    })),
  })),
  statuses: statusIds.map((id) => ({
    id,
    name: `Status ${id}`,
    statusType: pick(random, ['INITIAL', 'INTERMEDIATE', 'INTERMEDIATE', 'FINAL'] as const),
    createdAt,
  })),
  transitions: list(7, (index) => createTransition(random, index + 1)),
});

export const createAnswers = (random: Random): Record<string, string> =>
  Object.fromEntries(
    parameterIds.flatMap((id) => (random() < 0.7 ? [[String(id), pick(random, texts)]] : [])),
  );

export interface RandomChange {
  workflow: WorkflowConfiguration;
  /** Values that the change renames in answers, too. */
  renamedValues: RenamedValue[];
}

/** Renames one value, or swaps two, with the conditions that name it, and sometimes with the answers. */
const renameValue = (workflow: WorkflowConfiguration, random: Random): RandomChange => {
  const parameterId = pick(random, parameterIds);
  const from = pick(random, texts);
  const to = pick(random, [...texts, 'nowa']);
  const texts2 = new Map(
    random() < 0.5
      ? [[from, to]]
      : [
          [from, to],
          [to, from],
        ],
  );
  const transitions = workflow.transitions.map((transition) => ({
    ...transition,
    parameterConditions: transition.parameterConditions.map((condition) =>
      condition.parameterId === parameterId && condition.conditionValue !== null
        ? { ...condition, conditionValue: texts2.get(condition.conditionValue) ?? condition.conditionValue }
        : condition,
    ),
  }));
  const renamedValues = [...texts2].map(([one, other]) => ({ parameterId, from: one, to: other }));
  return { workflow: { ...workflow, transitions }, renamedValues: random() < 0.7 ? renamedValues : [] };
};

type Change = (workflow: WorkflowConfiguration, random: Random) => RandomChange;
const withTransitions =
  (change: (transitions: Transition[], random: Random) => Transition[]): Change =>
  (workflow, random) => ({
    workflow: { ...workflow, transitions: change(workflow.transitions, random) },
    renamedValues: [],
  });
const replaceOne = <T extends { id: number }>(
  random: Random,
  all: readonly T[],
  change: (one: T) => T,
): T[] => {
  const id = pick(random, all)?.id;
  return all.map((one) => (one.id === id ? change(one) : one));
};

const changes: readonly Change[] = [
  renameValue,
  renameValue,
  withTransitions((all, random) =>
    replaceOne(random, all, (one) => ({ ...one, parameterConditions: createConditions(random) })),
  ),
  withTransitions((all, random) => replaceOne(random, all, (one) => ({ ...one, isActive: !one.isActive }))),
  withTransitions((all, random) => {
    const id = pick(random, all)?.id;
    return all.filter((one) => one.id !== id);
  }),
  withTransitions((all, random) => [
    ...all,
    createTransition(random, Math.max(0, ...all.map(({ id }) => id)) + 1),
  ]),
  (workflow, random) => ({
    workflow: {
      ...workflow,
      parameters: replaceOne(random, workflow.parameters, (one) => ({
        ...one,
        parameterType: pick(random, types),
      })),
    },
    renamedValues: [],
  }),
  (workflow, random) => ({
    workflow: {
      ...workflow,
      statuses: replaceOne(random, workflow.statuses, (one) => ({
        ...one,
        statusType: pick(random, ['INTERMEDIATE', 'FINAL'] as const),
      })),
    },
    renamedValues: [],
  }),
  // A restore or an import replaces everything.
  (workflow, random) => ({ workflow: createWorkflow(random, workflow.organizationId), renamedValues: [] }),
];

export const changeWorkflow = (workflow: WorkflowConfiguration, random: Random): RandomChange =>
  pick(random, changes)(workflow, random);
