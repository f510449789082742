import type { AnsweredQuestion } from '@obieg/ui/questionnaire';
import { useLocation, useQueryClient, useSession } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useTaskMessages } from '../../messages';
import { createRandomKey } from '../../random-key';
import { buildTask } from './build-task';
import { createTask, questionnaireKey } from './submission.api';
import type { SubmissionDetails, SubmissionDraft } from './submission-draft';
import { type DetailProblems, readFailure, type SubmissionFailure } from './submission-failure';
import type { Submission } from './use-submission';

const noProblems: DetailProblems = {};

const nextAttempt = ({ attempt }: SubmissionDraft, request: string) =>
  attempt?.request === request ? attempt : { request, key: createRandomKey() };

/** Sends the task. The same request goes with the same key, so that sending it again makes no second task. */
export const useSubmitTask = (
  { draft, change, finish }: Submission,
  answered: readonly AnsweredQuestion[],
) => {
  const t = useTaskMessages();
  const session = useSession();
  const queryClient = useQueryClient();
  const { key: place } = useLocation();
  const [failed, setFailed] = useState<{ place: string; failure: SubmissionFailure; isSeen: boolean }>();
  const [isSending, setIsSending] = useState(false);
  const isUnderWay = useRef(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const submit = async (details: SubmissionDetails): Promise<void> => {
    // A second press before the first has been drawn as "busy".
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSending(true);
    const task = buildTask(details, answered, session);
    const attempt = nextAttempt(draft, JSON.stringify(task));
    change(() => ({ details, attempt }));
    try {
      const { publicTaskId, needsEmailVerification = false } = await createTask(task, attempt.key);
      setFailed(undefined);
      // Whoever has left meanwhile keeps the draft and its key, and is not pulled back.
      if (isShown.current)
        finish({ publicTaskId, needsEmailVerification, email: session?.user.email ?? details.email });
    } catch (error) {
      const failure = readFailure(error, answered, t);
      setFailed({ place, failure, isSeen: false });
      // The questions may have changed since they were fetched.
      if (Object.keys(failure.answerProblems).length > 0)
        void queryClient.invalidateQueries({ queryKey: questionnaireKey });
    } finally {
      isUnderWay.current = false;
      setIsSending(false);
    }
  };
  return {
    submit,
    isSending,
    /** Of the last attempt, while the person has not gone on from it. */
    failure: failed && !failed.isSeen && failed.place === place ? failed.failure : undefined,
    detailProblems: failed?.failure.detailProblems ?? noProblems,
    dismissFailure: () => setFailed((before) => before && { ...before, isSeen: true }),
  };
};
