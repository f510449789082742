import type { ConditionType, ParameterType, WorkflowConfiguration } from '@obieg/contracts';
import { comparisonOf, type EvaluatedWorkflow, isConditionMet } from '../conditions';
import { checkValue } from '../values';

type Parameter = WorkflowConfiguration['parameters'][number];

export interface Condition {
  parameterId: number;
  conditionType: ConditionType;
  conditionValue: string | null;
}

/** A set of classes of answers, one bit each. Bit 0 is the missing answer. */
export type AnswerSet = bigint;
export const missing: AnswerSet = 1n;

/**
 * The answers that a parameter can have, reduced to one representative for all answers that no condition tells
 * apart.
 */
export interface Domain {
  /** Representatives. The value at index i has bit i + 1. */
  values: readonly string[];
  /** All values and the missing answer. */
  all: AnswerSet;
  setOf(condition: Condition): AnswerSet;
}

/** Returns the `index`-th of arbitrarily many different values of a type. */
const sampleOf = (parameterType: ParameterType, index: number): string => {
  switch (parameterType) {
    case 'NUMBER':
      return String(index);
    case 'DATE':
      return new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
    case 'DATETIME':
      return new Date(Date.UTC(2026, 0, 1 + index, 12)).toISOString().slice(0, 16);
    case 'EMAIL':
      return `osoba${index || ''}@example.com`;
    case 'URL':
      return `https://example.com/${index || ''}`;
    default:
      return `tekst${index ? ` ${index}` : ''}`;
  }
};

const activeValuesOf = ({ dictionaryValues }: Parameter): { value: string }[] =>
  dictionaryValues.filter(({ isActive }) => isActive);

const listCandidates = (parameter: Parameter, conditions: readonly Condition[]): string[] => {
  const { parameterType } = parameter;
  if (parameterType === 'DICTIONARY') return activeValuesOf(parameter).map(({ value }) => value);
  if (parameterType === 'BOOLEAN') return ['true', 'false'];
  const named = conditions.map(({ conditionValue }) => conditionValue ?? '');
  // One sample more than there are named values differs from all of them.
  return [
    ...Array.from({ length: named.length + 1 }, (_, index) => sampleOf(parameterType, index)),
    ...named,
  ];
};

const keyOf = ({ conditionType, conditionValue }: Condition): string =>
  `${conditionType} ${conditionValue ?? ''}`;

const createDomain = (
  parameter: Parameter,
  conditions: readonly Condition[],
  timeZone: string | undefined,
): Domain => {
  const distinct = new Map(conditions.map((condition) => [keyOf(condition), condition]));
  const isSame = comparisonOf([parameter], timeZone);
  const isMet = (condition: Condition, value: string | undefined): boolean =>
    isConditionMet(
      condition,
      new Map(value === undefined ? [] : [[parameter.id, value]]),
      parameter.id,
      isSame,
    );
  const answerType = { ...parameter, dictionaryValues: activeValuesOf(parameter) };
  const classes = new Map<string, string>();
  for (const candidate of listCandidates(parameter, [...distinct.values()])) {
    const checked = checkValue(answerType, candidate, timeZone);
    if (!checked.isValid) continue;
    const signature = [...distinct.values()].map((one) => (isMet(one, checked.value) ? '1' : '0')).join('');
    if (!classes.has(signature)) classes.set(signature, checked.value);
  }
  const values = [...classes.values()];
  const evaluate = (condition: Condition): AnswerSet =>
    values.reduce(
      (set, value, index) => (isMet(condition, value) ? set | (2n << BigInt(index)) : set),
      isMet(condition, undefined) ? missing : 0n,
    );
  const sets = new Map([...distinct].map(([key, condition]) => [key, evaluate(condition)]));
  return {
    values,
    all: (2n << BigInt(values.length)) - 1n,
    setOf: (condition) => sets.get(keyOf(condition)) ?? evaluate(condition),
  };
};

/** Lists all conditions of a configuration: dependencies of questions and conditions of transitions. */
const listConditions = ({ parameters, transitions }: WorkflowConfiguration): Condition[] => [
  ...parameters.flatMap(({ dependencies }) =>
    dependencies.map(({ parentParameterId, ...rest }) => ({ parameterId: parentParameterId, ...rest })),
  ),
  ...transitions.flatMap(({ parameterConditions }) => parameterConditions),
];

export const createDomains = (configuration: EvaluatedWorkflow): ReadonlyMap<number, Domain> => {
  const conditions = new Map<number, Condition[]>(configuration.parameters.map(({ id }) => [id, []]));
  for (const condition of listConditions(configuration))
    conditions.get(condition.parameterId)?.push(condition);
  return new Map(
    configuration.parameters.map((parameter) => [
      parameter.id,
      createDomain(parameter, conditions.get(parameter.id) ?? [], configuration.timeZone),
    ]),
  );
};
