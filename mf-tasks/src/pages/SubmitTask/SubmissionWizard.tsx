import type { PublicParameter } from '@obieg/contracts';
import { AnsweredChips } from '../../wizard/AnsweredChips';
import { AnswersSummary } from '../../wizard/AnswersSummary';
import { QuestionStep } from '../../wizard/QuestionStep';
import { walkQuestionnaire, withoutAnswers } from '../../wizard/walk-questionnaire';
import { DetailsForm } from './DetailsForm';
import { SubmissionFailed } from './SubmissionFailed';
import { TaskCreated } from './TaskCreated';
import { useSubmission } from './use-submission';
import { useSubmitTask } from './use-submit-task';

/** Questions, summary, details, result: the flow of spec 3 §4, over the rules that the server walks again. */
export const SubmissionWizard = ({ questions }: { questions: readonly PublicParameter[] }) => {
  const submission = useSubmission();
  const { draft, position, created, change, moveTo, restart } = submission;
  const { answered, open } = walkQuestionnaire(questions, position.answers);
  const { submit, isSending, failure, detailProblems, dismissFailure } = useSubmitTask(submission, answered);

  const reopen = (...parameterIds: number[]) =>
    moveTo({ answers: withoutAnswers(position.answers, parameterIds) });
  /** Spec 3 §4: going back removes the last step and its answer. */
  const takeBack = (parameterId: number) => {
    change(({ typed }) => ({ typed: withoutAnswers(typed, [parameterId]) }));
    reopen(parameterId);
  };
  const chips = <AnsweredChips answered={answered} onChange={reopen} />;

  if (created) return <TaskCreated task={created} onRestart={restart} />;
  if (failure) {
    const mendAnswers = () => {
      change(() => ({ refusals: failure.answerProblems }));
      dismissFailure();
      reopen(...Object.keys(failure.answerProblems).map(Number));
    };
    return (
      <SubmissionFailed
        failure={failure}
        isRetrying={isSending}
        onRetry={() => void submit(draft.details)}
        onMendAnswers={mendAnswers}
        onBack={dismissFailure}
        onRestart={restart}
      />
    );
  }
  if (open) {
    const last = answered.at(-1)?.question.id;
    return (
      <QuestionStep
        key={open.id}
        question={open}
        number={answered.length + 1}
        before={chips}
        typed={draft.typed[open.id] ?? ''}
        refusal={draft.refusals[open.id]}
        onType={(value) =>
          change(({ typed, refusals }) => ({
            typed: { ...typed, [open.id]: value },
            refusals: withoutAnswers(refusals, [open.id]),
          }))
        }
        onAnswer={(value) => moveTo({ answers: { ...position.answers, [open.id]: value } })}
        onBack={last === undefined ? undefined : () => takeBack(last)}
      />
    );
  }
  if (!position.isAtDetails && answered.length > 0) {
    return (
      <AnswersSummary
        answered={answered}
        onContinue={() => moveTo({ isAtDetails: true })}
        onChange={reopen}
        onRestart={restart}
      />
    );
  }
  return (
    <DetailsForm
      details={draft.details}
      problems={detailProblems}
      before={chips}
      onChange={(details) => change(() => ({ details }))}
      onBack={answered.length > 0 ? () => moveTo({ isAtDetails: false }) : undefined}
      onSubmit={submit}
    />
  );
};
