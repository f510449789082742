import type { PublicParameter } from '@obieg/contracts';
import { Button, Loading, Notice, SkeletonLines, useUiTimeZone } from '@obieg/ui';
import {
  AnsweredChips,
  AnswersSummary,
  Questionnaire,
  removeAnswers,
  walkQuestionnaire,
} from '@obieg/ui/questionnaire';
import { usePermissions } from '@obieg/web-kit';
import { Suspense, useEffect } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { lazyPart } from '../../lazy-parts/lazy-part';
import { SubmissionFailed } from './SubmissionFailed';
import classes from './submit.module.css';
import { TaskCreated } from './TaskCreated';
import { useParent } from './use-parent';
import { useSubmission } from './use-submission';
import { useSubmitTask } from './use-submit-task';

/** Only members create subtasks. */
const ParentNotice = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-parent-notice" */ './ParentNotice'),
);

const loadDetailsForm = async () => {
  const module = await import(/* webpackChunkName: "mf-tasks-details" */ './DetailsForm');
  return { default: module.DetailsForm };
};

/** A lazy part, because its form and schema libraries would delay the first question. */
const DetailsForm = lazyPart(loadDetailsForm);

/** Loads the form while the user answers the questions before it. A failure shows when the form opens. */
const usePreloadedDetails = (isNeededSoon: boolean): void => {
  useEffect(() => {
    if (isNeededSoon) loadDetailsForm().catch(() => undefined);
  }, [isNeededSoon]);
};

/** Wizard: questions, summary, details, result (spec 3 §4). */
export const SubmissionWizard = ({ questions }: { questions: readonly PublicParameter[] }) => {
  const t = useTaskMessages();
  const { canManageWorkflow } = usePermissions();
  const submission = useSubmission();
  const parentTaskId = useParent();
  const { draft, position, created, resume, change, moveTo, restart } = submission;
  const { submit, isSending, failure, detailErrors, dismissFailure } = useSubmitTask(
    submission,
    walkQuestionnaire(questions, position.answers, useUiTimeZone()).answered,
  );

  usePreloadedDetails(Object.keys(position.answers).length > 0);
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
      <Suspense>
        {parentTaskId === undefined ? null : (
          <div className={classes['resumed']}>
            <ParentNotice parentTaskId={parentTaskId} />
          </div>
        )}
      </Suspense>
      {resume ? (
        <div className={classes['resumed']}>
          <Notice actions={<Button onClick={resume}>{t('submit.resume')}</Button>}>
            {t('submit.unfinished')}
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
            <Suspense
              fallback={
                <Loading>
                  <SkeletonLines lines={4} />
                </Loading>
              }
            >
              <DetailsForm
                draftId={draft.id}
                details={draft.details}
                serverErrors={detailErrors}
                header={<AnsweredChips answered={answered} onChange={reopen} />}
                onChange={(details) => change(() => ({ details }))}
                onBack={answered.length > 0 ? () => moveTo({ isAtDetails: false }) : undefined}
                onSubmit={submit}
              />
            </Suspense>
          )
        }
      </Questionnaire>
    </>
  );
};
