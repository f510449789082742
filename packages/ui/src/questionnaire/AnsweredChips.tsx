import { useLayoutEffect, useRef } from 'react';
import { Chip, ChipList } from '../data/Chip';
import { useAnswerFormat } from '../data/format-answer';
import { VisuallyHidden } from '../layout/Text';
import classes from './questionnaire.module.css';
import { useQuestionnaireTexts } from './texts';
import type { AnsweredQuestion } from './walk-questionnaire';

interface AnsweredChipsProps {
  answered: readonly AnsweredQuestion[];
  /** Reopens a question. Later answers stay. */
  onChange: (parameterId: number) => void;
}

/** Chips of the answers so far. Each reopens its question. */
export const AnsweredChips = ({ answered, onChange }: AnsweredChipsProps) => {
  const texts = useQuestionnaireTexts();
  const format = useAnswerFormat();
  const box = useRef<HTMLDivElement>(null);
  const { length } = answered;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the end after each answer
  useLayoutEffect(() => {
    const line = box.current?.firstElementChild;
    if (line) line.scrollLeft = line.scrollWidth;
  }, [length]);
  if (length === 0) return null;
  return (
    <div ref={box} className={classes['answered']}>
      <ChipList label={texts.answersSoFar}>
        {answered.map(({ question, value }) => {
          const text = format(question.parameterType, value);
          return (
            <Chip
              key={question.id}
              label={`${question.displayName} ${text}`}
              onClick={() => onChange(question.id)}
            >
              <VisuallyHidden>{texts.changeAnswer(question.displayName)}</VisuallyHidden>
              <span className={classes['chipValue']}>{text}</span>
            </Chip>
          );
        })}
      </ChipList>
    </div>
  );
};
