import type { AnsweredQuestion } from '@obieg/ui/questionnaire';
import { type ApiError, isApiError, type Translate } from '@obieg/web-kit';
import { describeValidationError, readAnswerErrors } from '../../answer-errors';
import { describeError } from '../../describe-error';
import type { SubmissionDetails } from './submission-draft';

/** A field of the details' form that can be wrong. */
export type DetailField =
  | Exclude<keyof SubmissionDetails, 'visibility'>
  | `visibility.${keyof SubmissionDetails['visibility']}`;
export type DetailProblems = Partial<Record<DetailField, string>>;

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

const detailFields: Readonly<Record<string, DetailField>> = {
  title: 'title',
  description: 'description',
  createdByEmail: 'email',
  assignedUserId: 'assignee',
  assignedGroupId: 'assigneeGroupId',
  visibleUserIds: 'visibility.users',
  visibleGroupIds: 'visibility.groupIds',
};

const readDetailProblems = ({ fieldErrors }: ApiError): DetailProblems =>
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
      message: t('submit.failedWith', { reason: describeError(error, t) }),
      isWorthRetrying: true,
      isOffline: false,
      lacksStatus: false,
      answerProblems: {},
      detailProblems: {},
      requestId: undefined,
    };
  }
  const nameOf = (id: number): string | undefined =>
    answered.find(({ question }) => question.id === id)?.question.displayName;
  const lacksStatus = error.code === 'NO_INITIAL_STATUS';
  const { status = 0, requestId } = error;
  return {
    message: t('submit.failedWith', { reason: describeValidationError(error, nameOf, t) }),
    // Below 400 also what came with a status of success and was none.
    isWorthRetrying: status < 400 || status === 429 || status >= 500 || lacksStatus,
    isOffline: error.code === 'NETWORK',
    lacksStatus,
    answerProblems: readAnswerErrors(error),
    detailProblems: readDetailProblems(error),
    requestId,
  };
};
