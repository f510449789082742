import type { ParameterType, PublicParameter } from '@obieg/contracts';
import { checkValue, type ValueProblem } from '@obieg/workflow-rules';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../actions/Button';
import { Form } from '../form/FormActions';
import { AnswerField } from './AnswerField';
import classes from './questionnaire.module.css';
import { useQuestionnaireTexts } from './texts';

interface TypedAnswerProps {
  question: PublicParameter;
  typed: string;
  onType: (value: string) => void;
  onAnswer: (value: string) => void;
  refusal: string | undefined;
  /** Id of the question's description. */
  describedBy: string | undefined;
}

/**
 * The browser gives no value for a day that is typed in part, and Safari shows today's in a field that is empty: without
 * a word, nothing would seem to happen.
 */
const noMoment: Partial<Record<ParameterType, ValueProblem>> = {
  DATE: 'NOT_A_DATE',
  DATETIME: 'NOT_A_DATE_TIME',
};

/** An answer that is written: checked as the server checks it; nothing but blanks is as if nothing was done (spec 3 §5). */
export const TypedAnswer = ({
  question,
  typed,
  onType,
  onAnswer,
  refusal,
  describedBy,
}: TypedAnswerProps) => {
  const texts = useQuestionnaireTexts();
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<ValueProblem>();
  const findInput = () => form.current?.querySelector('input');
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const refuse = (reason: ValueProblem | undefined): void => {
    setProblem(reason);
    findInput()?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const checked = checkValue(question, typed);
    const missing = noMoment[question.parameterType];
    if (missing && findInput()?.validity?.badInput) refuse(missing);
    else if (checked.isValid) onAnswer(checked.value);
    else if (checked.problem !== 'BLANK') refuse(checked.problem);
    else if (missing) refuse(missing);
  };
  return (
    <Form onSubmit={submit} ref={form}>
      <AnswerField
        parameter={question}
        label={question.displayName}
        hideLabel
        size="large"
        enterKeyHint="next"
        aria-describedby={describedBy}
        value={typed}
        onChange={(value) => {
          onType(value);
          setProblem(undefined);
        }}
        error={problem ? texts.problems[problem] : refusal}
      />
      <div className={classes['actions']}>
        <Button type="submit" variant="primary" size="large" iconAfter="forward">
          {texts.next}
        </Button>
      </div>
    </Form>
  );
};
