import type { ParameterType, PublicParameter } from '@obieg/contracts';
import { checkValue, type ValueProblem } from '@obieg/workflow-rules';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../actions/Button';
import { Form } from '../form/FormActions';
import { useUiTimeZone } from '../provider/ui-context';
import { AnswerField } from './AnswerField';
import classes from './questionnaire.module.css';
import { useQuestionnaireTexts } from './texts';

interface TypedAnswerProps {
  question: PublicParameter;
  typed: string;
  onType: (value: string) => void;
  onAnswer: (value: string) => void;
  serverError: string | undefined;
  /** Id of the question's description. */
  describedBy: string | undefined;
}

/**
 * Errors for incomplete dates. The browser reports an incomplete date as empty, and Safari displays today's date in
 * an empty field. Without an error the button would seem broken.
 */
const incompleteDate: Partial<Record<ParameterType, ValueProblem>> = {
  DATE: 'NOT_A_DATE',
  DATETIME: 'NOT_A_DATE_TIME',
};

/** Form for a typed answer, validated like on the server. A blank text is not submitted (spec 3 §5). */
export const TypedAnswer = ({
  question,
  typed,
  onType,
  onAnswer,
  serverError,
  describedBy,
}: TypedAnswerProps) => {
  const texts = useQuestionnaireTexts();
  const timeZone = useUiTimeZone();
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<ValueProblem>();
  const findInput = () => form.current?.querySelector('input');
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);

  const showProblem = (reason: ValueProblem | undefined): void => {
    setProblem(reason);
    findInput()?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const checked = checkValue(question, typed, timeZone);
    const missing = incompleteDate[question.parameterType];
    if (missing && findInput()?.validity?.badInput) showProblem(missing);
    else if (checked.isValid) onAnswer(checked.value);
    else if (checked.problem !== 'BLANK') showProblem(checked.problem);
    else if (missing) showProblem(missing);
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
        error={problem ? texts.problems[problem] : serverError}
      />
      <div className={classes['actions']}>
        <Button type="submit" variant="primary" size="large" iconAfter="forward">
          {texts.next}
        </Button>
      </div>
    </Form>
  );
};
