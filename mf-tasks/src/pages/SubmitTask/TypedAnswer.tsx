import type { PublicParameter } from '@obieg/contracts';
import { Button, Form } from '@obieg/ui';
import { checkValue } from '@obieg/workflow-rules';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AnswerField } from '../../answers/AnswerField';
import { useTaskMessages } from '../../messages';

interface TypedAnswerProps {
  question: PublicParameter;
  onAnswer: (value: string) => void;
}

/** An answer that is written: checked as the server checks it; nothing but blanks is as if nothing was done (spec 3 §5). */
export const TypedAnswer = ({ question, onAnswer }: TypedAnswerProps) => {
  const t = useTaskMessages();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() === '') return;
    const checked = checkValue(question, typed);
    if (checked.isValid) onAnswer(checked.value);
    else setProblem(checked.problem);
  };
  return (
    <Form onSubmit={submit} ref={form}>
      <AnswerField
        parameter={question}
        label={question.displayName}
        hideLabel
        size="large"
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setProblem(undefined);
        }}
        error={problem ? t(`answers.problems.${problem}`) : undefined}
      />
      <div>
        <Button type="submit" variant="primary" size="large" iconAfter="forward">
          {t('submit.next')}
        </Button>
      </div>
    </Form>
  );
};
