import { type AssigneesResponse, type AssignTask, assignmentTypes, type UserSummary } from '@obieg/contracts';
import * as z from 'zod';

/** What the dialog holds; its errors say only `required`, the screen has the words (spec 3 §5). */
export const assignmentFormSchema = z
  .object({
    assignmentType: z.enum(assignmentTypes),
    user: z.custom<UserSummary | null>(),
    groupId: z.number().nullable(),
    comment: z.string(),
  })
  .superRefine(({ assignmentType, user, groupId }, context) => {
    const missing =
      (assignmentType === 'ASSIGN_TO_USER' && user === null && 'user') ||
      (assignmentType === 'ASSIGN_TO_GROUP' && groupId === null && 'groupId');
    if (missing) context.addIssue({ code: 'custom', path: [missing], message: 'required' });
  });
export type AssignmentForm = z.infer<typeof assignmentFormSchema>;

/** Without OPERATOR and a group to lead only taking the task oneself (spec 3 §6). */
export const offeredAssignments = (
  scope: AssigneesResponse['scope'],
): readonly AssignmentForm['assignmentType'][] => (scope === 'SELF' ? ['ASSIGN_TO_ME'] : assignmentTypes);

/** The call's body (spec 3 §7). */
export const describeAssignment = ({
  assignmentType,
  user,
  groupId,
  comment,
}: AssignmentForm): AssignTask => ({
  assignmentType,
  userId: assignmentType === 'ASSIGN_TO_USER' ? user?.id : null,
  groupId: assignmentType === 'ASSIGN_TO_GROUP' ? groupId : null,
  comment: comment.trim() || null,
});
