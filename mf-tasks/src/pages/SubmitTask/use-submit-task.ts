import type { AnsweredQuestion } from '@obieg/ui/questionnaire';
import { createRandomKey, isApiError, useLocation, useQueryClient, useSession } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { buildTask } from './build-task';
import { findUploadSecret } from './files/stored-files';
import { createTask, questionnaireKey } from './submission.api';
import type { SubmissionDetails, SubmissionDraft } from './submission-draft';
import { type DetailErrors, readFailure, type SubmissionFailure } from './submission-failure';
import { useParent } from './use-parent';
import type { Submission } from './use-submission';

const noErrors: DetailErrors = {};

/** The server no longer has the files. */
const isUploadSecretRefused = (error: unknown): boolean =>
  isApiError(error) && error.fieldErrors.some(({ field }) => field === 'uploadSecret');

/** Loaded with the details form, which uploads the files. */
const expireFiles = async (draftId: string): Promise<void> => {
  const { getSubmissionFiles } = await import(
    /* webpackChunkName: "mf-tasks-details" */ './files/submission-files'
  );
  getSubmissionFiles(draftId).expire();
};

const nextAttempt = ({ attempt }: SubmissionDraft, request: string) =>
  attempt?.request === request ? attempt : { request, key: createRandomKey() };

/** Submits the task. Retries of an unchanged request reuse its idempotency key, so they create no second task. */
export const useSubmitTask = (
  { draft, change, finish }: Submission,
  answered: readonly AnsweredQuestion[],
) => {
  const t = useTaskMessages();
  const session = useSession();
  const queryClient = useQueryClient();
  const parentTaskId = useParent();
  const { key: locationKey } = useLocation();
  const [failed, setFailed] = useState<{
    locationKey: string;
    failure: SubmissionFailure;
    isDismissed: boolean;
  }>();
  const [isSending, setIsSending] = useState(false);
  const isInFlight = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const submit = async (details: SubmissionDetails): Promise<void> => {
    // Ignores a second click that arrives before the button renders as disabled.
    if (isInFlight.current) return;
    isInFlight.current = true;
    setIsSending(true);
    const task = buildTask(details, answered, session, findUploadSecret(draft.id), parentTaskId);
    const attempt = nextAttempt(draft, JSON.stringify(task));
    change(() => ({ details, attempt }));
    try {
      const {
        publicTaskId,
        needsEmailVerification = false,
        pendingFileNames = [],
      } = await createTask(task, attempt.key);
      setFailed(undefined);
      // Do not navigate back to a page that the user has left. The draft keeps its key for a retry.
      if (isMounted.current)
        finish({
          publicTaskId,
          needsEmailVerification,
          pendingFileNames,
          email: session?.user.email ?? details.email,
        });
    } catch (error) {
      const failure = readFailure(error, answered, t);
      setFailed({ locationKey, failure, isDismissed: false });
      if (isUploadSecretRefused(error)) void expireFiles(draft.id);
      // The error may concern a question that was added or changed after the questionnaire was loaded.
      if (Object.keys(failure.answerErrors).length > 0)
        void queryClient.invalidateQueries({ queryKey: questionnaireKey });
    } finally {
      isInFlight.current = false;
      setIsSending(false);
    }
  };
  return {
    submit,
    isSending,
    /** Failure of the last submission until the user dismisses it or navigates. */
    failure: failed && !failed.isDismissed && failed.locationKey === locationKey ? failed.failure : undefined,
    detailErrors: failed?.failure.detailErrors ?? noErrors,
    dismissFailure: () => setFailed((before) => before && { ...before, isDismissed: true }),
  };
};
