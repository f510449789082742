import { type CreateTask, mapTaskTexts } from '@obieg/contracts';
import type { AnsweredQuestion } from '@obieg/ui/questionnaire';
import type { Session } from '@obieg/web-kit';
import type { SubmissionDetails } from './submission-draft';

/**
 * Builds the request body (spec 3 §7). It contains only answers to questions that apply; assignee and visibility only
 * for members.
 */
export const buildTask = (
  details: SubmissionDetails,
  answered: readonly AnsweredQuestion[],
  session: Session | undefined,
  uploadSecret: string | undefined,
  parentTaskId: number | undefined,
): CreateTask => ({
  title: details.title,
  ...mapTaskTexts((name) => details[name] || null),
  priority: details.priority,
  createdByEmail: session ? session.user.email || null : details.email,
  workflowParameters: Object.fromEntries(answered.map(({ question, value }) => [question.id, value])),
  ...(uploadSecret === undefined ? {} : { uploadSecret }),
  ...(parentTaskId === undefined ? {} : { parentTaskId }),
  ...(session
    ? {
        assignedUserId: details.assignee?.id ?? null,
        assignedGroupId: details.assigneeGroupId,
        visibleUserIds: details.visibility.users.map(({ id }) => id),
        visibleGroupIds: [...details.visibility.groupIds],
      }
    : {}),
});
