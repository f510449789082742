import type { PublicParameter } from '@obieg/contracts';
import { Button, Heading, Text } from '@obieg/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTaskMessages } from '../../messages';
import { AnswerOptions } from './AnswerOptions';
import classes from './submit.module.css';
import { TypedAnswer } from './TypedAnswer';

interface QuestionStepProps {
  question: PublicParameter;
  /** Counted from 1. */
  number: number;
  before: ReactNode;
  onAnswer: (value: string) => void;
  onBack: (() => void) | undefined;
}

const optionsOf = ({ parameterType, dictionaryValues }: PublicParameter): readonly string[] | undefined => {
  if (parameterType === 'BOOLEAN') return ['true', 'false'];
  return parameterType === 'DICTIONARY' ? dictionaryValues.map(({ value }) => value) : undefined;
};

/** One question fills the screen: choices as big buttons, all else as one field. */
export const QuestionStep = ({ question, number, before, onAnswer, onBack }: QuestionStepProps) => {
  const t = useTaskMessages();
  const heading = useRef<HTMLHeadingElement>(null);
  const options = optionsOf(question);
  useEffect(() => {
    // A field takes the focus itself; before buttons the question is what is read out.
    if (options) heading.current?.focus();
  }, [options]);
  return (
    <div className={classes['step']}>
      {before}
      <div className={classes['question']}>
        <Text size="small" muted>
          {t('submit.questionNumber', { number })}
        </Text>
        <Heading level={1} focusable ref={heading}>
          {question.displayName}
        </Heading>
        {question.description ? (
          <Text muted preserveLines>
            {question.description}
          </Text>
        ) : null}
      </div>
      {options ? (
        <AnswerOptions
          label={question.displayName}
          parameterType={question.parameterType}
          values={options}
          onChoose={onAnswer}
        />
      ) : (
        <TypedAnswer question={question} onAnswer={onAnswer} />
      )}
      {onBack ? (
        <div>
          <Button variant="quiet" icon="back" onClick={onBack}>
            {t('submit.previous')}
          </Button>
        </div>
      ) : null}
    </div>
  );
};
