import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../actions/IconButton';
import { Heading } from '../layout/Text';
import { useUiLanguage } from '../ui-context';
import { formatAnswer } from './format-answer';
import classes from './questionnaire.module.css';
import { useQuestionnaireTexts } from './texts';
import { useKey } from './use-key';
import type { AnsweredQuestion } from './walk-questionnaire';

interface AnswersSummaryProps {
  answered: readonly AnsweredQuestion[];
  /** Back to that question; what was answered after it stays. */
  onChange: (parameterId: number) => void;
  /** 2 where the page has a title of its own. */
  headingLevel?: 1 | 2;
  /** Ways on, the main one first. */
  actions: ReactNode;
  /** What the main way on does: Enter goes on here as it does in the questions. */
  onEnter?: () => void;
  /** Between the answers and the ways on. */
  children?: ReactNode;
}

/** All answers, when no question is left (spec 3 §2). */
export const AnswersSummary = ({
  answered,
  onChange,
  headingLevel = 1,
  actions,
  onEnter,
  children,
}: AnswersSummaryProps) => {
  const texts = useQuestionnaireTexts();
  const language = useUiLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
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
              <span>{formatAnswer(question.parameterType, value, language)}</span>
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
