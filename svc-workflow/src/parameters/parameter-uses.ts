import type { ConditionType, Language, WorkflowParameter } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import { type AnswerType, checkConditionValue, checkValue } from '@obieg/workflow-rules';
import type { Configuration } from '../configuration/configuration.model';
import { formatNames, type MessageKey, translate } from '../messages/server-messages';

/** A use of a parameter: a dependency, a condition or a required parameter. */
interface Use {
  usedBy: 'parameter' | 'transition';
  name: string;
  /** The compared value or default value; undefined if there is none. */
  value: string | undefined;
  fits(parameter: AnswerType): boolean;
}

interface Condition {
  conditionType: ConditionType;
  conditionValue: string | null;
}

const useByCondition = (usedBy: Use['usedBy'], name: string, condition: Condition): Use => ({
  usedBy,
  name,
  value: condition.conditionValue ?? undefined,
  fits: (parameter) => checkConditionValue(parameter, condition).isValid,
});

const useByDefault = (name: string, defaultValue: string | null): Use => ({
  usedBy: 'transition',
  name,
  value: defaultValue ?? undefined,
  fits: (parameter) => defaultValue === null || checkValue(parameter, defaultValue).isValid,
});

const listUses = ({ parameters, transitions }: Configuration, id: number): Use[] => [
  ...parameters.flatMap(({ displayName, dependencies }) =>
    dependencies
      .filter(({ parentParameterId }) => parentParameterId === id)
      .map((condition) => useByCondition('parameter', displayName, condition)),
  ),
  ...transitions.flatMap(({ name, parameterConditions, requiredParameters }) => [
    ...parameterConditions
      .filter(({ parameterId }) => parameterId === id)
      .map((condition) => useByCondition('transition', name, condition)),
    ...requiredParameters
      .filter(({ parameterId }) => parameterId === id)
      .map(({ defaultValue }) => useByDefault(name, defaultValue)),
  ]),
];

/** For example `parameters depend on it: "a", "b"; transitions use it: "c"`. */
const describeUses = (
  language: Language,
  uses: readonly Use[],
  keys: Record<Use['usedBy'], MessageKey>,
): string =>
  (['parameter', 'transition'] as const)
    .flatMap((usedBy) => {
      const names = new Set(uses.filter((use) => use.usedBy === usedBy).map(({ name }) => name));
      return names.size > 0
        ? [translate(language, keys[usedBy], { names: formatNames(language, [...names]) })]
        : [];
    })
    .join('; ');

const usesProblem = (field: string, messages: readonly string[]) => {
  const [first = ''] = messages;
  return problem.conflict(
    'IN_USE',
    first,
    messages.map((message) => ({ field, message })),
  );
};

/**
 * Checks that every use stays valid after a change of type or dictionary. Otherwise no answer could ever meet a
 * condition, and no error would show it. Ignores uses that were invalid before. @throws 409 IN_USE with a message per
 * value
 */
export const checkUsesStayValid = (
  before: Configuration,
  language: Language,
  own: WorkflowParameter,
  changed: AnswerType,
): void => {
  const broken = listUses(before, own.id).filter((use) => use.fits(own) && !use.fits(changed));
  if (broken.length === 0) return;
  if (own.parameterType !== changed.parameterType) {
    const keys = { parameter: 'parameters', transition: 'transitions' } as const;
    throw usesProblem('parameterType', [
      translate(language, 'typeInUse', { uses: describeUses(language, broken, keys) }),
    ]);
  }
  const keys = { parameter: 'valueUsedByParameters', transition: 'valueUsedByTransitions' } as const;
  const values = [...new Set(broken.map(({ value }) => value))];
  throw usesProblem(
    'dictionaryValues',
    values.map((value) => {
      const uses = describeUses(
        language,
        broken.filter((use) => use.value === value),
        keys,
      );
      return translate(language, 'valueInUse', { value: `"${value}"`, uses });
    }),
  );
};

/** @throws 409 IN_USE with the uses, at most five of a kind */
export const checkUnused = (before: Configuration, language: Language, id: number): void => {
  const uses = listUses(before, id);
  if (uses.length === 0) return;
  const keys = { parameter: 'usedByParameters', transition: 'usedByTransitions' } as const;
  throw problem.conflict(
    'IN_USE',
    translate(language, 'parameterInUse', { uses: describeUses(language, uses, keys) }),
  );
};
