import type { ConditionType, ParameterType, WorkflowConfiguration } from '@obieg/contracts';
import type { EvaluatedWorkflow } from '../conditions';
import { toComparable } from '../same-value';
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

const comparesValue = ({ conditionType }: Condition): boolean =>
  conditionType === 'EQUALS' || conditionType === 'NOT_EQUALS';

/**
 * Sorts the valid candidates into classes. Conditions tell only the values apart that they name, so every other value
 * is in one class. Each value is compared once in its comparable form: comparing each condition with each value takes
 * half a minute for 3,000 values.
 */
const createClasses = (parameter: Parameter, conditions: readonly Condition[], timeZone?: string) => {
  const { parameterType } = parameter;
  const keyOf = (value: string): string => toComparable(parameterType, value, timeZone);
  const named = new Set(conditions.map(({ conditionValue }) => keyOf(conditionValue ?? '')));
  const activeValues = activeValuesOf(parameter);
  const known = new Set(activeValues.map(({ value }) => value));
  // Checks a value of a dictionary against itself alone, because a check reads the whole dictionary.
  const answerTypeFor = (value: string) => ({
    parameterType,
    dictionaryValues: known.has(value) ? [{ value }] : [],
  });
  const indexes = new Map<string, number>();
  const values: string[] = [];
  for (const candidate of listCandidates(parameter, conditions)) {
    const checked = checkValue(answerTypeFor(candidate.trim()), candidate, timeZone);
    if (!checked.isValid) continue;
    const key = keyOf(checked.value);
    const classKey = named.has(key) ? `named ${key}` : 'other';
    if (indexes.has(classKey)) continue;
    indexes.set(classKey, values.length);
    values.push(checked.value);
  }
  return { values, indexOf: (value: string): number | undefined => indexes.get(`named ${keyOf(value)}`) };
};

const createDomain = (
  parameter: Parameter,
  conditions: readonly Condition[],
  timeZone: string | undefined,
): Domain => {
  const { values, indexOf } = createClasses(parameter, conditions.filter(comparesValue), timeZone);
  const all: AnswerSet = (2n << BigInt(values.length)) - 1n;
  const answered = all & ~missing;
  const equalTo = (value: string | null): AnswerSet => {
    const index = indexOf(value ?? '');
    return index === undefined ? 0n : 2n << BigInt(index);
  };
  // The sets of `isConditionMet`. Tests compare both.
  const setOf = ({ conditionType, conditionValue }: Condition): AnswerSet => {
    switch (conditionType) {
      case 'NOT_EXISTS':
        return missing;
      case 'EXISTS':
        return answered;
      case 'EQUALS':
        return equalTo(conditionValue);
      case 'NOT_EQUALS':
        return answered & ~equalTo(conditionValue);
      default:
        return 0n;
    }
  };
  return { values, all, setOf };
};

/** Lists all conditions of a configuration: dependencies of questions and conditions of transitions. */
const listConditions = ({ parameters, transitions, targets = [] }: WorkflowConfiguration): Condition[] => [
  ...parameters.flatMap(({ dependencies }) =>
    dependencies.map(({ parentParameterId, ...rest }) => ({ parameterId: parentParameterId, ...rest })),
  ),
  ...transitions.flatMap(({ parameterConditions }) => parameterConditions),
  ...targets.flatMap(({ conditions }) => conditions),
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
