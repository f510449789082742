import type { PublicParameter } from '@obieg/contracts';
import { checkValue, readAnswers, walkWizard } from '@obieg/workflow-rules';

/**
 * Answers by parameter id, as sent to the server (spec 3 §7). May contain answers to questions that are not asked
 * now.
 */
export type GivenAnswers = Readonly<Record<string, string>>;

export interface AnsweredQuestion {
  question: PublicParameter;
  value: string;
}

interface Walk {
  /** Questions asked so far, in order, with their answers. */
  answered: AnsweredQuestion[];
  /** The next question. Undefined if none is left. */
  open: PublicParameter | undefined;
}

/**
 * Applies the answers by the same rules as the server. Ignores answers that are no longer valid, because the
 * questionnaire may have changed.
 */
export const walkQuestionnaire = (
  questions: readonly PublicParameter[],
  given: GivenAnswers,
  timeZone?: string,
): Walk => {
  const answers = new Map(
    [...readAnswers(given)].filter(([id, value]) => {
      const question = questions.find((one) => one.id === id);
      return question !== undefined && checkValue(question, value, timeZone).isValid;
    }),
  );
  const { asked, open } = walkWizard(questions, answers, timeZone);
  return { answered: asked.map((question) => ({ question, value: answers.get(question.id) ?? '' })), open };
};

/** Removes answers. Later answers stay and apply again once their questions are asked. */
export const removeAnswers = (given: GivenAnswers, parameterIds: readonly number[]): GivenAnswers =>
  Object.fromEntries(Object.entries(given).filter(([id]) => !parameterIds.includes(Number(id))));
