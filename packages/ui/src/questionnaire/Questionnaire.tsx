import type { PublicParameter } from '@obieg/contracts';
import type { ReactNode } from 'react';
import { useUiTimeZone } from '../provider/ui-context';
import { AnsweredChips } from './AnsweredChips';
import { QuestionStep } from './QuestionStep';
import {
  type AnsweredQuestion,
  type GivenAnswers,
  removeAnswers,
  walkQuestionnaire,
} from './walk-questionnaire';

export interface QuestionnaireProps {
  questions: readonly PublicParameter[];
  answers: GivenAnswers;
  /** Current inputs by parameter id, whether submitted or not. */
  typed: GivenAnswers;
  /** The server's errors for answers, by parameter id. */
  serverErrors?: GivenAnswers;
  onAnswers: (answers: GivenAnswers) => void;
  onType: (parameterId: number, value: string) => void;
  /** Page where a question's values are edited, for users who may edit them. */
  getEditAddress?: ((question: PublicParameter) => string) | undefined;
  /** Level of the question's heading; 2 if the page has its own title. */
  headingLevel?: 1 | 2;
  /** Rendered after the last question. `reopen` returns to a question and keeps later answers. */
  children: (answered: readonly AnsweredQuestion[], reopen: (parameterId: number) => void) => ReactNode;
}

const none: GivenAnswers = {};

/** Asks one question at a time, by the same rules as the server (spec 3 §4). The parent stores the answers. */
export const Questionnaire = ({
  questions,
  answers,
  typed,
  serverErrors = none,
  onAnswers,
  onType,
  getEditAddress,
  headingLevel = 1,
  children,
}: QuestionnaireProps) => {
  const timeZone = useUiTimeZone();
  const { answered, open } = walkQuestionnaire(questions, answers, timeZone);
  const reopen = (parameterId: number): void => onAnswers(removeAnswers(answers, [parameterId]));
  if (!open) return children(answered, reopen);
  const last = answered.at(-1)?.question;
  /** Going back removes the last step and its answer (spec 3 §4). */
  const goBack = ({ id, defaultValue }: PublicParameter): void => {
    onType(id, defaultValue ?? '');
    reopen(id);
  };
  return (
    <QuestionStep
      key={open.id}
      question={open}
      number={answered.length + 1}
      before={<AnsweredChips answered={answered} onChange={reopen} />}
      typed={typed[open.id] ?? open.defaultValue ?? ''}
      serverError={serverErrors[open.id]}
      onType={(value) => onType(open.id, value)}
      onAnswer={(value) => onAnswers({ ...answers, [open.id]: value })}
      onBack={last === undefined ? undefined : () => goBack(last)}
      editAddress={getEditAddress?.(open)}
      headingLevel={headingLevel}
    />
  );
};
