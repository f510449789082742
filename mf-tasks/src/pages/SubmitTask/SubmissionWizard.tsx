import type { PublicParameter } from '@obieg/contracts';
import { Button, Notice } from '@obieg/ui';
import {
  AnsweredChips,
  AnswersSummary,
  Questionnaire,
  removeAnswers,
  walkQuestionnaire,
} from '@obieg/ui/questionnaire';
import { usePermissions } from '@obieg/web-kit';
import { useTaskMessages } from '../../messages';
import { DetailsForm } from './DetailsForm';
import { SubmissionFailed } from './SubmissionFailed';
import classes from './submit.module.css';
import { TaskCreated } from './TaskCreated';
import { useSubmission } from './use-submission';
import { useSubmitTask } from './use-submit-task';

/** Wizard: questions, summary, details, result (spec 3 §4). */
export const SubmissionWizard = ({ questions }: { questions: readonly PublicParameter[] }) => {
  const t = useTaskMessages();
  const { canManageWorkflow } = usePermissions();
  const submission = useSubmission();
  const { draft, position, created, isResumed, change, moveTo, restart } = submission;
  const { submit, isSending, failure, detailErrors, dismissFailure } = useSubmitTask(
    submission,
    walkQuestionnaire(questions, position.answers).answered,
  );

  const toDetails = (): void => moveTo({ isAtDetails: true });
  if (created) return <TaskCreated task={created} onRestart={restart} />;
  if (failure) {
    const correctAnswers = () => {
      change(() => ({ refusals: failure.answerErrors }));
      dismissFailure();
      moveTo({
        answers: removeAnswers(position.answers, Object.keys(failure.answerErrors).map(Number)),
      });
    };
    return (
      <SubmissionFailed
        failure={failure}
        isRetrying={isSending}
        onRetry={() => void submit(draft.details)}
        onCorrectAnswers={correctAnswers}
        onBack={dismissFailure}
        onRestart={restart}
      />
    );
  }
  return (
    <>
      {isResumed ? (
        <div className={classes['resumed']}>
          <Notice actions={<Button onClick={restart}>{t('submit.restart')}</Button>}>
            {t('submit.resumed')}
          </Notice>
        </div>
      ) : null}
      <Questionnaire
        questions={questions}
        answers={position.answers}
        typed={draft.typed}
        serverErrors={draft.refusals}
        onAnswers={(answers) => moveTo({ answers })}
        onType={(parameterId, value) =>
          change(({ typed, refusals }) => ({
            typed: { ...typed, [parameterId]: value },
            refusals: removeAnswers(refusals, [parameterId]),
          }))
        }
        getEditAddress={canManageWorkflow ? ({ id }) => `/workflow-parameters/${id}/edit` : undefined}
      >
        {(answered, reopen) =>
          !position.isAtDetails && answered.length > 0 ? (
            <AnswersSummary
              answered={answered}
              onChange={reopen}
              onEnter={toDetails}
              actions={
                <>
                  <Button variant="primary" size="large" onClick={toDetails}>
                    {t('submit.toDetails')}
                  </Button>
                  <Button size="large" onClick={restart}>
                    {t('submit.backToParameters')}
                  </Button>
                </>
              }
            />
          ) : (
            <DetailsForm
              details={draft.details}
              serverErrors={detailErrors}
              header={<AnsweredChips answered={answered} onChange={reopen} />}
              onChange={(details) => change(() => ({ details }))}
              onBack={answered.length > 0 ? () => moveTo({ isAtDetails: false }) : undefined}
              onSubmit={submit}
            />
          )
        }
      </Questionnaire>
    </>
  );
};
