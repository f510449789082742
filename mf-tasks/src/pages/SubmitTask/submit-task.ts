import type { CreateTask } from '@obieg/contracts';
import { isApiError, type Session, type Translate } from '@obieg/web-kit';
import type { AnsweredQuestion } from './AnsweredChips';
import type { SubmissionOutcome } from './SubmissionWizard';
import { createTask } from './submission.api';
import type { SubmissionDraft } from './submission-draft';

interface Submission {
  draft: SubmissionDraft;
  answered: readonly AnsweredQuestion[];
  session: Session | undefined;
  t: Translate;
}

const buildTask = ({ draft: { details }, answered, session }: Submission): CreateTask => ({
  title: details.title,
  description: details.description || null,
  priority: details.priority,
  createdByEmail: session ? session.user.email || null : details.email,
  workflowParameters: Object.fromEntries(answered.map(({ question, value }) => [question.id, value])),
  ...(session
    ? {
        assignedUserId: details.assignee?.id ?? null,
        assignedGroupId: details.assigneeGroupId,
        visibleUserIds: details.visibility.users.map(({ id }) => id),
        visibleGroupIds: [...details.visibility.groupIds],
      }
    : {}),
});

const answerField = /^workflowParameters\.(\d+)$/;

/** What the server refused, each answer with its question. */
const describeFailure = (error: unknown, { answered, t }: Submission): string => {
  if (!isApiError(error)) return t('submit.unexpected');
  if (error.code === 'NETWORK') return t('submit.offline');
  const lines = error.fieldErrors.map(({ field, message }) => {
    const id = Number(answerField.exec(field)?.[1]);
    const question = answered.find((one) => one.question.id === id)?.question;
    return question ? `${question.displayName}: ${message}` : message;
  });
  return lines.join(' ') || error.serverMessage || t('submit.unexpected');
};

/** Sends the task. Never rejects: what went wrong is an outcome, in the words of spec 3 §8. */
export const submitTask = async (submission: Submission): Promise<SubmissionOutcome> => {
  const { draft, session, t } = submission;
  try {
    const response = await createTask(buildTask(submission), draft.idempotencyKey);
    if (!response.success) return { failure: t('submit.failedWith', { reason: response.message }) };
    return { response, email: session?.user.email ?? draft.details.email };
  } catch (error) {
    return { failure: t('submit.failedWith', { reason: describeFailure(error, submission) }) };
  }
};
