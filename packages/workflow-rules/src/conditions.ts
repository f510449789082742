import { type ConditionType, isBlank, type ParameterType } from '@obieg/contracts';
import { isSameValue } from './same-value';

/** Answers by parameter id, without blank answers. */
export type Answers = ReadonlyMap<number, string>;

interface Condition {
  conditionType: ConditionType;
  conditionValue: string | null;
}

export const hasAnswer = (answers: Answers, parameterId: number): boolean =>
  !isBlank(answers.get(parameterId) ?? '');

/** Returns the type of a parameter; undefined if unknown. */
export type TypeOf = (parameterId: number) => ParameterType | undefined;

/**
 * Returns a lookup of parameter types. It builds the map on first use, because most conditions compare equal texts
 * and need no type.
 */
export const typesOf = (parameters: readonly { id: number; parameterType: ParameterType }[]): TypeOf => {
  let types: ReadonlyMap<number, ParameterType> | undefined;
  return (parameterId) => {
    types ??= new Map(parameters.map(({ id, parameterType }) => [id, parameterType]));
    return types.get(parameterId);
  };
};

/**
 * Whether an answer meets a condition (spec 3 §4). A missing answer meets only NOT_EXISTS. No answer meets an unknown
 * condition type. EQUALS and NOT_EQUALS compare values by type; without `typeOf`, they compare texts.
 */
export const isConditionMet = (
  { conditionType, conditionValue }: Condition,
  answers: Answers,
  parameterId: number,
  typeOf?: TypeOf,
): boolean => {
  const answer = answers.get(parameterId) ?? '';
  const isAnswered = !isBlank(answer);
  if (conditionType === 'NOT_EXISTS') return !isAnswered;
  if (!isAnswered) return false;
  const value = conditionValue ?? '';
  const equals = () => value === answer || isSameValue(typeOf?.(parameterId), value, answer);
  switch (conditionType) {
    case 'EXISTS':
      return true;
    case 'EQUALS':
      return equals();
    case 'NOT_EQUALS':
      return !equals();
    default:
      return false;
  }
};

/** Converts a request's map of parameter id to answer text; omits blank answers. */
export const readAnswers = (record: Readonly<Record<string, string>>): Answers =>
  new Map(
    Object.entries(record)
      .map(([id, answer]) => [Number(id), answer.trim()] as const)
      .filter(([, answer]) => !isBlank(answer)),
  );

/** Returns the parameters with a blank answer in a request. The request clears their stored answers. */
export const readClearedIds = (record: Readonly<Record<string, string>>): ReadonlySet<number> =>
  new Set(Object.entries(record).flatMap(([id, answer]) => (isBlank(answer) ? [Number(id)] : [])));

export const writeAnswers = (answers: Answers): Record<string, string> =>
  Object.fromEntries([...answers].map(([id, answer]) => [String(id), answer]));
