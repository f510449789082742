import type { AnsweredQuestion } from '@obieg/ui/questionnaire';
import { type ApiError, isApiError, type Translate } from '@obieg/web-kit';
import { describeError } from '../../describe-error';
import type { SubmissionDetails } from './submission-draft';

export type DetailProblems = Partial<Record<keyof SubmissionDetails, string>>;

/** Why no task came of a submission, in the words of spec 3 §8, and what can be done. */
export interface SubmissionFailure {
  message: string;
  /** The same request may succeed later. */
  isWorthRetrying: boolean;
  isOffline: boolean;
  /** The organization cannot take any task until somebody adds a status. */
  lacksStatus: boolean;
  /** By parameter id. */
  answerProblems: Readonly<Record<string, string>>;
  detailProblems: DetailProblems;
  requestId: string | undefined;
}

const answerField = /^workflowParameters\.(\d+)$/;
const detailFields: Readonly<Record<string, keyof SubmissionDetails>> = {
  title: 'title',
  description: 'description',
  createdByEmail: 'email',
  assignedUserId: 'assignee',
  assignedGroupId: 'assigneeGroupId',
};

const readAnswerProblems = ({ fieldErrors }: ApiError): Record<string, string> =>
  Object.fromEntries(
    fieldErrors.flatMap(({ field, message }) => {
      const id = answerField.exec(field)?.[1];
      return id === undefined ? [] : [[id, message]];
    }),
  );

const readDetailProblems = ({ fieldErrors }: ApiError): DetailProblems =>
  Object.fromEntries(
    fieldErrors.flatMap(({ field, message }) => {
      const name = Object.hasOwn(detailFields, field) ? detailFields[field] : undefined;
      return name === undefined ? [] : [[name, message]];
    }),
  );

/** What the server refused, each answer with its question. */
const describe = (error: ApiError, answered: readonly AnsweredQuestion[], t: Translate): string => {
  const lines = error.fieldErrors.map(({ field, message }) => {
    const id = Number(answerField.exec(field)?.[1]);
    const question = answered.find((one) => one.question.id === id)?.question;
    return question ? `${question.displayName}: ${message}` : message;
  });
  return lines.join(' ') || describeError(error, t);
};

export const readFailure = (
  error: unknown,
  answered: readonly AnsweredQuestion[],
  t: Translate,
): SubmissionFailure => {
  if (!isApiError(error)) {
    return {
      message: t('submit.failedWith', { reason: describeError(error, t) }),
      isWorthRetrying: true,
      isOffline: false,
      lacksStatus: false,
      answerProblems: {},
      detailProblems: {},
      requestId: undefined,
    };
  }
  const lacksStatus = error.code === 'NO_INITIAL_STATUS';
  const { status = 0, requestId } = error;
  return {
    message: t('submit.failedWith', { reason: describe(error, answered, t) }),
    // Below 400 also what came with a status of success and was none.
    isWorthRetrying: status < 400 || status === 429 || status >= 500 || lacksStatus,
    isOffline: error.code === 'NETWORK',
    lacksStatus,
    answerProblems: readAnswerProblems(error),
    detailProblems: readDetailProblems(error),
    requestId,
  };
};
