import { type ConditionType, isBlank } from '@obieg/contracts';

/** Answers by parameter id. A blank answer is none. */
export type Answers = ReadonlyMap<number, string>;

interface Condition {
  conditionType: ConditionType;
  conditionValue: string | null;
}

export const hasAnswer = (answers: Answers, parameterId: number): boolean =>
  !isBlank(answers.get(parameterId) ?? '');

/**
 * Whether a condition on one parameter's answer holds (spec 3 §4). Without an answer only NOT_EXISTS holds; an unknown
 * condition type never does.
 */
export const holdsCondition = (
  { conditionType, conditionValue }: Condition,
  answers: Answers,
  parameterId: number,
): boolean => {
  const isAnswered = hasAnswer(answers, parameterId);
  if (conditionType === 'NOT_EXISTS') return !isAnswered;
  if (!isAnswered) return false;
  const answer = answers.get(parameterId);
  switch (conditionType) {
    case 'EXISTS':
      return true;
    case 'EQUALS':
      return answer === (conditionValue ?? '');
    case 'NOT_EQUALS':
      return answer !== (conditionValue ?? '');
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

export const writeAnswers = (answers: Answers): Record<string, string> =>
  Object.fromEntries([...answers].map(([id, answer]) => [String(id), answer]));
