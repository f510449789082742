import type { CreateTaskResponse, PublicParameter } from '@obieg/contracts';
import { walkWizard } from '@obieg/workflow-rules';
import { useState } from 'react';
import { AnsweredChips } from './AnsweredChips';
import { AnswersSummary } from './AnswersSummary';
import { DetailsForm } from './DetailsForm';
import { QuestionStep } from './QuestionStep';
import { SubmissionResult } from './SubmissionResult';
import { useSubmissionDraft } from './submission-draft';

export type SubmissionOutcome = { response: CreateTaskResponse; email: string } | { failure: string };

/** Questions, summary, details, result: the flow of spec 3 §4, over the rules that the server walks again. */
export const SubmissionWizard = ({ questions }: { questions: readonly PublicParameter[] }) => {
  const { draft, change, forget, reset } = useSubmissionDraft();
  const [outcome, setOutcome] = useState<SubmissionOutcome>();
  const answers = new Map(draft.answers.map(({ parameterId, value }) => [parameterId, value]));
  const { asked, open } = walkWizard(questions, answers);
  const answered = asked.map((question) => ({ question, value: answers.get(question.id) ?? '' }));

  /** Keeps the first so many answers; what came after them may not be asked any more. */
  const keepAnswers = (count: number) =>
    answered.slice(0, count).map(({ question, value }) => ({ parameterId: question.id, value }));
  const goBackTo = (index: number) => change({ answers: keepAnswers(index), isAtDetails: false });

  if (outcome) {
    const startAnew = () => {
      reset();
      setOutcome(undefined);
    };
    return <SubmissionResult outcome={outcome} onRestart={startAnew} onBack={() => setOutcome(undefined)} />;
  }
  if (open) {
    return (
      <QuestionStep
        key={open.id}
        question={open}
        number={asked.length + 1}
        before={<AnsweredChips answered={answered} onGoBack={goBackTo} />}
        onAnswer={(value) =>
          change({ answers: [...keepAnswers(asked.length), { parameterId: open.id, value }] })
        }
        onBack={asked.length > 0 ? () => goBackTo(asked.length - 1) : undefined}
      />
    );
  }
  if (!draft.isAtDetails && answered.length > 0) {
    return (
      <AnswersSummary
        answered={answered}
        onContinue={() => change({ isAtDetails: true })}
        onChange={goBackTo}
        onRestart={() => goBackTo(0)}
      />
    );
  }
  return (
    <DetailsForm
      draft={draft}
      answered={answered}
      onChange={(details) => change({ details })}
      onBack={answered.length > 0 ? () => change({ isAtDetails: false }) : undefined}
      onOutcome={(result) => {
        if ('response' in result) forget();
        setOutcome(result);
      }}
    />
  );
};
