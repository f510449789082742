import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { IconButton } from '../actions/IconButton';
import { useAnswerFormat } from '../data/format-answer';
import { Heading } from '../layout/Text';
import classes from './questionnaire.module.css';
import { useQuestionnaireTexts } from './texts';
import { useKey } from './use-key';
import type { AnsweredQuestion } from './walk-questionnaire';

interface AnswersSummaryProps {
  answered: readonly AnsweredQuestion[];
  /** Reopens a question. Later answers stay. */
  onChange: (parameterId: number) => void;
  /** 2 if the page has its own title. */
  headingLevel?: 1 | 2;
  /** Buttons that continue, the primary one first. */
  actions: ReactNode;
  /** Runs the primary action. Enter continues, as in the questions. */
  onEnter?: () => void;
  /** Between the answers and the buttons. */
  children?: ReactNode;
}

/** Summary of all answers, after the last question (spec 3 §2). */
export const AnswersSummary = ({
  answered,
  onChange,
  headingLevel = 1,
  actions,
  onEnter,
  children,
}: AnswersSummaryProps) => {
  const texts = useQuestionnaireTexts();
  const format = useAnswerFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  useKey((key) => {
    if (key !== 'Enter' || !onEnter) return false;
    onEnter();
    return true;
  });
  return (
    <div className={classes['step']}>
      <Heading level={headingLevel} focusable ref={heading}>
        {texts.summary}
      </Heading>
      <dl className={classes['summary']}>
        {answered.map(({ question, value }) => (
          <div key={question.id} className={classes['summaryRow']}>
            <dt>{question.displayName}</dt>
            <dd>
              <span>{format(question.parameterType, value)}</span>
              <IconButton
                icon="edit"
                label={texts.changeAnswer(question.displayName)}
                onClick={() => onChange(question.id)}
              />
            </dd>
          </div>
        ))}
      </dl>
      {children}
      <div className={classes['actions']}>{actions}</div>
    </div>
  );
};
