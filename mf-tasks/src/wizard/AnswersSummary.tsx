import { Button, Heading, IconButton } from '@obieg/ui';
import { useLanguage } from '@obieg/web-kit';
import { useEffect, useRef } from 'react';
import { formatAnswer } from '../answers/format-answer';
import { useTaskMessages } from '../messages';
import type { AnsweredQuestion } from './walk-questionnaire';
import classes from './wizard.module.css';

interface AnswersSummaryProps {
  answered: readonly AnsweredQuestion[];
  onContinue: () => void;
  /** Back to that question; what was answered after it stays. */
  onChange: (parameterId: number) => void;
  onRestart: () => void;
}

/** All answers before the details (spec 3 §2). */
export const AnswersSummary = ({ answered, onContinue, onChange, onRestart }: AnswersSummaryProps) => {
  const t = useTaskMessages();
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={classes['step']}>
      <Heading level={1} focusable ref={heading}>
        {t('submit.summary')}
      </Heading>
      <dl className={classes['summary']}>
        {answered.map(({ question, value }) => (
          <div key={question.id} className={classes['summaryRow']}>
            <dt>{question.displayName}</dt>
            <dd>
              <span>{formatAnswer(question.parameterType, value, language)}</span>
              <IconButton
                icon="edit"
                label={t('submit.changeAnswer', { question: question.displayName })}
                onClick={() => onChange(question.id)}
              />
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes['actions']}>
        <Button variant="primary" size="large" onClick={onContinue}>
          {t('submit.toDetails')}
        </Button>
        <Button size="large" onClick={onRestart}>
          {t('submit.backToParameters')}
        </Button>
      </div>
    </div>
  );
};
