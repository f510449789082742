import { mapTaskTexts } from '@obieg/contracts';
import type { AnsweredQuestion } from '@obieg/ui/questionnaire';
import { type ApiError, describeError, isApiError, type Translate } from '@obieg/web-kit';
import { describeValidationError, readAnswerErrors } from '../../failures/answer-errors';
import type { SubmissionDetails } from './submission-draft';

/** A field of the details form that can have a server error. */
export type DetailField =
  | Exclude<keyof SubmissionDetails, 'visibility'>
  | `visibility.${keyof SubmissionDetails['visibility']}`;
export type DetailErrors = Partial<Record<DetailField, string>>;

/** Reason of a failed submission, with the texts of spec 3 §8, and how to recover. */
export interface SubmissionFailure {
  message: string;
  /** Whether the same request can succeed later. */
  isRetryable: boolean;
  isOffline: boolean;
  /** The organization has no initial status, so it cannot accept tasks. */
  lacksInitialStatus: boolean;
  /** Error messages by parameter id. */
  answerErrors: Readonly<Record<string, string>>;
  detailErrors: DetailErrors;
  requestId: string | undefined;
}

const detailFields: Readonly<Record<string, DetailField>> = {
  title: 'title',
  ...mapTaskTexts((name) => name),
  createdByEmail: 'email',
  assignedUserId: 'assignee',
  assignedGroupId: 'assigneeGroupId',
  visibleUserIds: 'visibility.users',
  visibleGroupIds: 'visibility.groupIds',
};

const readDetailErrors = ({ fieldErrors }: ApiError): DetailErrors =>
  Object.fromEntries(
    fieldErrors.flatMap(({ field, message }) => {
      const name = Object.hasOwn(detailFields, field) ? detailFields[field] : undefined;
      return name === undefined ? [] : [[name, message]];
    }),
  );

export const readFailure = (
  error: unknown,
  answered: readonly AnsweredQuestion[],
  t: Translate,
): SubmissionFailure => {
  if (!isApiError(error)) {
    return {
      message: t('submit.failedWith', { reason: describeError(error) }),
      isRetryable: true,
      isOffline: false,
      lacksInitialStatus: false,
      answerErrors: {},
      detailErrors: {},
      requestId: undefined,
    };
  }
  const getQuestionName = (id: number): string | undefined =>
    answered.find(({ question }) => question.id === id)?.question.displayName;
  const lacksInitialStatus = error.code === 'NO_INITIAL_STATUS';
  const { status = 0, requestId } = error;
  return {
    message: t('submit.failedWith', { reason: describeValidationError(error, getQuestionName) }),
    // Below 400 is a network error (0), or a success response without a task.
    isRetryable: status < 400 || status === 429 || status >= 500 || lacksInitialStatus,
    isOffline: error.code === 'NETWORK',
    lacksInitialStatus,
    answerErrors: readAnswerErrors(error),
    detailErrors: readDetailErrors(error),
    requestId,
  };
};
