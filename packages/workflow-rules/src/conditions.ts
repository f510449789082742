import { type ConditionType, isBlank, type ParameterType } from '@obieg/contracts';
import { isSameValue } from './same-value';

/** Answers by parameter id. A blank answer is none. */
export type Answers = ReadonlyMap<number, string>;

interface Condition {
  conditionType: ConditionType;
  conditionValue: string | null;
}

export const hasAnswer = (answers: Answers, parameterId: number): boolean =>
  !isBlank(answers.get(parameterId) ?? '');

/** The type of a parameter, where it is known. */
export type TypeOf = (parameterId: number) => ParameterType | undefined;

/** Reads types from the parameters, once, and not before a condition needs one: most compare equal texts. */
export const typesOf = (parameters: readonly { id: number; parameterType: ParameterType }[]): TypeOf => {
  let types: ReadonlyMap<number, ParameterType> | undefined;
  return (parameterId) => {
    types ??= new Map(parameters.map(({ id, parameterType }) => [id, parameterType]));
    return types.get(parameterId);
  };
};

/**
 * Whether a condition on one parameter's answer holds (spec 3 §4). Without an answer only NOT_EXISTS holds; an unknown
 * condition type never does. EQUALS and NOT_EQUALS compare values of the parameter's type, not their spelling; without
 * `typeOf` to the letter.
 */
export const holdsCondition = (
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

/** Reads the wire's map of parameter id to answer text; blank answers are left out. */
export const readAnswers = (record: Readonly<Record<string, string>>): Answers =>
  new Map(
    Object.entries(record)
      .map(([id, answer]) => [Number(id), answer.trim()] as const)
      .filter(([, answer]) => !isBlank(answer)),
  );

/** Parameters whose answer is to be taken away: named, and given as nothing. */
export const readEmptied = (record: Readonly<Record<string, string>>): ReadonlySet<number> =>
  new Set(Object.entries(record).flatMap(([id, answer]) => (isBlank(answer) ? [Number(id)] : [])));

export const writeAnswers = (answers: Answers): Record<string, string> =>
  Object.fromEntries([...answers].map(([id, answer]) => [String(id), answer]));
