import type { PublicParameter } from '@obieg/contracts';
import { checkValue, readAnswers, walkWizard } from '@obieg/workflow-rules';

/** Answer texts by parameter id, as they are sent (spec 3 §7). May hold more than is asked at present. */
export type GivenAnswers = Readonly<Record<string, string>>;

export interface AnsweredQuestion {
  question: PublicParameter;
  value: string;
}

interface Walk {
  /** What has been asked and answered on the way, in order. */
  answered: AnsweredQuestion[];
  /** The question to ask now; undefined when none is left. */
  open: PublicParameter | undefined;
}

/**
 * Where given answers lead, by the rules that the server walks again. An answer that its question no longer accepts
 * (the questionnaire may have changed since) counts as not given.
 */
export const walkQuestionnaire = (questions: readonly PublicParameter[], given: GivenAnswers): Walk => {
  const answers = new Map(
    [...readAnswers(given)].filter(([id, value]) => {
      const question = questions.find((one) => one.id === id);
      return question !== undefined && checkValue(question, value).isValid;
    }),
  );
  const { asked, open } = walkWizard(questions, answers);
  return { answered: asked.map((question) => ({ question, value: answers.get(question.id) ?? '' })), open };
};

/** The same answers without some; what was answered after them stays and counts again once it is asked again. */
export const withoutAnswers = (given: GivenAnswers, parameterIds: readonly number[]): GivenAnswers =>
  Object.fromEntries(Object.entries(given).filter(([id]) => !parameterIds.includes(Number(id))));
