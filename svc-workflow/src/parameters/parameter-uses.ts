import type { ConditionType, FieldError, Language, WorkflowParameter } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import { type AnswerType, checkConditionValue, checkValue, type InTimeZone } from '@obieg/workflow-rules';
import { formatNames, type MessageKey, translate } from '../messages/server-messages';
import type { Configuration } from '../model/configuration.model';
import type { SavedValue } from './rename-values';

/** A use of a parameter: a dependency, a condition or a required parameter. */
interface Use {
  usedBy: 'parameter' | 'transition' | 'target';
  name: string;
  /** The compared value or default value; undefined if there is none. */
  value: string | undefined;
  fits(parameter: AnswerType): boolean;
}

interface Condition {
  conditionType: ConditionType;
  conditionValue: string | null;
}

const useByCondition = (
  usedBy: Use['usedBy'],
  name: string,
  condition: Condition,
  timeZone?: string,
): Use => ({
  usedBy,
  name,
  value: condition.conditionValue ?? undefined,
  fits: (parameter) => checkConditionValue(parameter, condition, timeZone).isValid,
});

const useByDefault = (name: string, defaultValue: string | null, timeZone?: string): Use => ({
  usedBy: 'transition',
  name,
  value: defaultValue ?? undefined,
  fits: (parameter) => defaultValue === null || checkValue(parameter, defaultValue, timeZone).isValid,
});

const listUses = (
  { parameters, transitions, targets, timeZone }: Configuration & InTimeZone,
  id: number,
): Use[] => [
  ...parameters.flatMap(({ displayName, dependencies }) =>
    dependencies
      .filter(({ parentParameterId }) => parentParameterId === id)
      .map((condition) => useByCondition('parameter', displayName, condition, timeZone)),
  ),
  ...transitions.flatMap(({ name, parameterConditions, requiredParameters }) => [
    ...parameterConditions
      .filter(({ parameterId }) => parameterId === id)
      .map((condition) => useByCondition('transition', name, condition, timeZone)),
    ...requiredParameters
      .filter(({ parameterId }) => parameterId === id)
      .map(({ defaultValue }) => useByDefault(name, defaultValue, timeZone)),
  ]),
  ...targets.flatMap(({ metric, conditions }) =>
    conditions
      .filter(({ parameterId }) => parameterId === id)
      .map((condition) => useByCondition('target', metric, condition, timeZone)),
  ),
];

/** For example `parameters depend on it: "a", "b"; transitions use it: "c"`. */
const describeUses = (
  language: Language,
  uses: readonly Use[],
  keys: Record<Use['usedBy'], MessageKey>,
): string =>
  (['parameter', 'transition', 'target'] as const)
    .flatMap((usedBy) => {
      const names = new Set(uses.filter((use) => use.usedBy === usedBy).map(({ name }) => name));
      return names.size > 0
        ? [translate(language, keys[usedBy], { names: formatNames(language, [...names]) })]
        : [];
    })
    .join('; ');

const usesProblem = (problems: readonly FieldError[]) =>
  problem.conflict('IN_USE', problems[0]?.message ?? '', [...problems]);

interface ChangedParameter extends AnswerType {
  dictionaryValues: readonly SavedValue[];
}

/** Whether the dictionary is given up. Its values then mean nothing, even if they are possible answers of the new type. */
const isDictionaryRemoved = (own: WorkflowParameter, changed: ChangedParameter): boolean =>
  own.parameterType === 'DICTIONARY' && changed.parameterType !== 'DICTIONARY';

const valueProblems = (
  language: Language,
  own: WorkflowParameter,
  changed: ChangedParameter,
  broken: readonly Use[],
): FieldError[] => {
  const keys = {
    parameter: 'valueUsedByParameters',
    transition: 'valueUsedByTransitions',
    target: 'valueUsedByTargets',
  } as const;
  const values = [...new Set(broken.map(({ value }) => value))];
  return values.map((value) => {
    const ofValue = broken.filter((use) => use.value === value);
    const parts = { value: `"${value}"`, uses: describeUses(language, ofValue, keys) };
    const saved = own.dictionaryValues.find((entry) => entry.value === value);
    const row = saved ? changed.dictionaryValues.findIndex(({ id }) => id === saved.id) : -1;
    return row < 0
      ? { field: 'dictionaryValues', message: translate(language, 'valueInUse', parts) }
      : {
          field: `dictionaryValues.${row}.value`,
          message: translate(language, 'renamedValueInUse', parts),
        };
  });
};

/**
 * Checks that every use stays valid after a change of type or dictionary. Otherwise no answer could ever meet a
 * condition, and no error would show it. Ignores uses that were invalid before. @throws 409 IN_USE with a message per
 * value, at the row of a renamed one
 */
export const checkUsesStayValid = (
  before: Configuration & InTimeZone,
  language: Language,
  own: WorkflowParameter,
  changed: ChangedParameter,
): void => {
  const isRemoved = isDictionaryRemoved(own, changed);
  const broken = listUses(before, own.id).filter(
    (use) => use.fits(own) && (isRemoved ? use.value !== undefined : !use.fits(changed)),
  );
  if (broken.length === 0) return;
  if (own.parameterType === changed.parameterType)
    throw usesProblem(valueProblems(language, own, changed, broken));
  const keys = { parameter: 'parameters', transition: 'transitions', target: 'targets' } as const;
  const message = translate(language, isRemoved ? 'dictionaryInUse' : 'typeInUse', {
    uses: describeUses(language, broken, keys),
  });
  throw usesProblem([{ field: 'parameterType', message }]);
};

/** @throws 409 IN_USE with the uses, at most five of a kind */
export const checkUnused = (before: Configuration, language: Language, id: number): void => {
  const uses = listUses(before, id);
  if (uses.length === 0) return;
  const keys = {
    parameter: 'usedByParameters',
    transition: 'usedByTransitions',
    target: 'usedByTargets',
  } as const;
  throw problem.conflict(
    'IN_USE',
    translate(language, 'parameterInUse', { uses: describeUses(language, uses, keys) }),
  );
};
