import type { PublicParameter } from '@obieg/contracts';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../actions/Button';
import { Notice } from '../feedback/Notice';
import { Heading, Text } from '../layout/Text';
import { AnswerOptions } from './AnswerOptions';
import { NoAnswers } from './NoAnswers';
import classes from './questionnaire.module.css';
import { TypedAnswer } from './TypedAnswer';
import { useQuestionnaireTexts } from './texts';

interface QuestionStepProps {
  question: PublicParameter;
  /** Counted from 1. */
  number: number;
  /** What was typed or chosen here before; not an answer until it is given. */
  typed: string;
  onType: (value: string) => void;
  onAnswer: (value: string) => void;
  /** Absent on the first question. */
  onBack: (() => void) | undefined;
  /** What the server said of the answer that was given here. */
  refusal?: string | undefined;
  /** Above the question, e.g. the answers so far. */
  before?: ReactNode;
  /** Where its values are added; for those who may. */
  editAddress?: string | undefined;
  headingLevel: 1 | 2;
}

const optionsOf = ({ parameterType, dictionaryValues }: PublicParameter): readonly string[] | undefined => {
  if (parameterType === 'BOOLEAN') return ['true', 'false'];
  return parameterType === 'DICTIONARY' ? dictionaryValues.map(({ value }) => value) : undefined;
};

interface AnswerProps extends QuestionStepProps {
  describedBy: string | undefined;
}

const Answer = ({ question, typed, onType, onAnswer, refusal, editAddress, describedBy }: AnswerProps) => {
  const options = optionsOf(question);
  if (!options) {
    return (
      <TypedAnswer
        question={question}
        typed={typed}
        onType={onType}
        onAnswer={onAnswer}
        refusal={refusal}
        describedBy={describedBy}
      />
    );
  }
  if (options.length === 0) return <NoAnswers editAddress={editAddress} />;
  return (
    <>
      {refusal ? <Notice tone="danger">{refusal}</Notice> : null}
      <AnswerOptions
        label={question.displayName}
        parameterType={question.parameterType}
        values={options}
        before={typed}
        onChoose={(value) => {
          onType(value);
          onAnswer(value);
        }}
      />
    </>
  );
};

/** One question fills the screen: choices as big buttons, all else as one field (spec 3 §2). */
export const QuestionStep = (props: QuestionStepProps) => {
  const { question, number, before, onBack, headingLevel } = props;
  const texts = useQuestionnaireTexts();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasField = optionsOf(question) === undefined;
  useEffect(() => {
    // A field takes the focus itself; before buttons the question is what is read out.
    if (!hasField) heading.current?.focus();
  }, [hasField]);
  return (
    <div className={classes['step']}>
      {before}
      <div className={classes['question']}>
        <div className={classes['questionText']}>
          <Text size="small" muted>
            {texts.questionNumber(number)}
          </Text>
          <Heading level={headingLevel} focusable ref={heading}>
            {question.displayName}
          </Heading>
          {question.description ? (
            <div id={id}>
              <Text muted preserveLines>
                {question.description}
              </Text>
            </div>
          ) : null}
        </div>
        <Answer {...props} describedBy={question.description ? id : undefined} />
      </div>
      {onBack ? (
        <div className={classes['back']}>
          <Button variant="quiet" icon="back" onClick={onBack}>
            {texts.previous}
          </Button>
        </div>
      ) : null}
    </div>
  );
};
