import type { PublicParameter } from '@obieg/contracts';
import type { ReactNode } from 'react';
import { AnsweredChips } from './AnsweredChips';
import { QuestionStep } from './QuestionStep';
import {
  type AnsweredQuestion,
  type GivenAnswers,
  walkQuestionnaire,
  withoutAnswers,
} from './walk-questionnaire';

export interface QuestionnaireProps {
  questions: readonly PublicParameter[];
  answers: GivenAnswers;
  /** What stands in the fields of questions, given as an answer or not. */
  typed: GivenAnswers;
  /** What the server said of answers that wait to be mended. */
  refusals?: GivenAnswers;
  onAnswers: (answers: GivenAnswers) => void;
  onType: (parameterId: number, value: string) => void;
  /** Where a question without a single value is mended; for those who may. */
  editAddressOf?: ((question: PublicParameter) => string) | undefined;
  /** Of the question; 2 where the page has a title of its own. */
  headingLevel?: 1 | 2;
  /** What comes when no question is left; `reopen` goes back to a question, what was answered after it stays. */
  children: (answered: readonly AnsweredQuestion[], reopen: (parameterId: number) => void) => ReactNode;
}

const none: GivenAnswers = {};

/** One question at a time, by the rules that the server walks again (spec 3 §4); who uses it keeps the answers. */
export const Questionnaire = ({
  questions,
  answers,
  typed,
  refusals = none,
  onAnswers,
  onType,
  editAddressOf,
  headingLevel = 1,
  children,
}: QuestionnaireProps) => {
  const { answered, open } = walkQuestionnaire(questions, answers);
  const reopen = (parameterId: number): void => onAnswers(withoutAnswers(answers, [parameterId]));
  if (!open) return children(answered, reopen);
  const last = answered.at(-1)?.question.id;
  /** Spec 3 §4: going back removes the last step and its answer. */
  const takeBack = (parameterId: number): void => {
    onType(parameterId, '');
    reopen(parameterId);
  };
  return (
    <QuestionStep
      key={open.id}
      question={open}
      number={answered.length + 1}
      before={<AnsweredChips answered={answered} onChange={reopen} />}
      typed={typed[open.id] ?? ''}
      refusal={refusals[open.id]}
      onType={(value) => onType(open.id, value)}
      onAnswer={(value) => onAnswers({ ...answers, [open.id]: value })}
      onBack={last === undefined ? undefined : () => takeBack(last)}
      editAddress={editAddressOf?.(open)}
      headingLevel={headingLevel}
    />
  );
};
