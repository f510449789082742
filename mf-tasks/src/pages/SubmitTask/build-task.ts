import type { CreateTask } from '@obieg/contracts';
import type { AnsweredQuestion } from '@obieg/ui/questionnaire';
import type { Session } from '@obieg/web-kit';
import type { SubmissionDetails } from './submission-draft';

/** What is sent (spec 3 §7): of the answers only those that are asked; assignee and visibility of members only. */
export const buildTask = (
  details: SubmissionDetails,
  answered: readonly AnsweredQuestion[],
  session: Session | undefined,
): CreateTask => ({
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
