import type { PublicParameter } from '@obieg/contracts';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
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
  /** Current input or previous choice; an answer only after submission. */
  typed: string;
  onType: (value: string) => void;
  onAnswer: (value: string) => void;
  /** Absent on the first question. */
  onBack: (() => void) | undefined;
  /** The server's error for the submitted answer. */
  serverError?: string | undefined;
  /** Above the question, for example the answers so far. */
  before?: ReactNode;
  /** Page where the question's values are edited, if the user may edit them. */
  editAddress?: string | undefined;
  headingLevel: 1 | 2;
}

const getOptions = ({ parameterType, dictionaryValues }: PublicParameter): readonly string[] | undefined => {
  if (parameterType === 'BOOLEAN') return ['true', 'false'];
  return parameterType === 'DICTIONARY' ? dictionaryValues.map(({ value }) => value) : undefined;
};

interface AnswerProps extends QuestionStepProps {
  describedBy: string | undefined;
}

const Answer = ({
  question,
  typed,
  onType,
  onAnswer,
  serverError,
  editAddress,
  describedBy,
}: AnswerProps) => {
  const options = getOptions(question);
  if (!options) {
    return (
      <TypedAnswer
        question={question}
        typed={typed}
        onType={onType}
        onAnswer={onAnswer}
        serverError={serverError}
        describedBy={describedBy}
      />
    );
  }
  if (options.length === 0) return <NoAnswers editAddress={editAddress} />;
  return (
    <>
      {serverError ? <Notice tone="danger">{serverError}</Notice> : null}
      <AnswerOptions
        label={question.displayName}
        parameterType={question.parameterType}
        values={options}
        previous={typed}
        onChoose={(value) => {
          onType(value);
          onAnswer(value);
        }}
      />
    </>
  );
};

/** One question as a full screen: options as large buttons, other types as a field (spec 3 §2). */
export const QuestionStep = (props: QuestionStepProps) => {
  const { question, number, before, onBack, headingLevel } = props;
  const texts = useQuestionnaireTexts();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasField = getOptions(question) === undefined;
  useLayoutEffect(() => {
    // Typed answers focus their field. For options, screen readers should read the question first.
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
