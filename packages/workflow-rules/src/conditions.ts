import {
  type ConditionType,
  isBlank,
  type ParameterType,
  type WorkflowConfiguration,
} from '@obieg/contracts';
import { isSameValue } from './same-value';

/** Answers by parameter id, without blank answers. */
export type Answers = ReadonlyMap<number, string>;

interface Condition {
  conditionType: ConditionType;
  conditionValue: string | null;
}

export const hasAnswer = (answers: Answers, parameterId: number): boolean =>
  !isBlank(answers.get(parameterId) ?? '');

/** What dates and times without an offset mean. Without a time zone, they equal none with an offset. */
export interface InTimeZone {
  /** Time zone of the organization (IANA). */
  timeZone?: string | undefined;
}

/** A workflow, and the time zone in which it is evaluated. */
export type EvaluatedWorkflow = WorkflowConfiguration & InTimeZone;

/** Whether two answers to a parameter are the same value. */
export type Comparison = (parameterId: number, one: string, other: string) => boolean;

/**
 * Returns the comparison of answers by the types of their parameters. It builds the map of types on first use, because
 * most conditions compare equal texts.
 */
export const comparisonOf = (
  parameters: readonly { id: number; parameterType: ParameterType }[],
  timeZone: string | undefined,
): Comparison => {
  let types: ReadonlyMap<number, ParameterType> | undefined;
  return (parameterId, one, other) => {
    if (one === other) return true;
    types ??= new Map(parameters.map(({ id, parameterType }) => [id, parameterType]));
    return isSameValue(types.get(parameterId), one, other, timeZone);
  };
};

/**
 * Whether an answer meets a condition (spec 3 §4). A missing answer meets only NOT_EXISTS. No answer meets an unknown
 * condition type. EQUALS and NOT_EQUALS compare values; without a comparison, they compare texts.
 */
export const isConditionMet = (
  { conditionType, conditionValue }: Condition,
  answers: Answers,
  parameterId: number,
  isSame?: Comparison,
): boolean => {
  const answer = answers.get(parameterId) ?? '';
  const isAnswered = !isBlank(answer);
  if (conditionType === 'NOT_EXISTS') return !isAnswered;
  if (!isAnswered) return false;
  const value = conditionValue ?? '';
  const equals = () => value === answer || isSame?.(parameterId, value, answer) === true;
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
