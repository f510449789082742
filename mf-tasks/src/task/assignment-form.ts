import { type AssigneesResponse, type AssignTask, assignmentTypes, type UserSummary } from '@obieg/contracts';
import * as z from 'zod';

/** Values of the assignment dialog. The only error code is `required`, which the dialog translates (spec 3 §5). */
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

/** Callers with scope SELF may only assign the task to themselves (spec 3 §6). */
export const getAssignmentTypes = (
  scope: AssigneesResponse['scope'],
): readonly AssignmentForm['assignmentType'][] => (scope === 'SELF' ? ['ASSIGN_TO_ME'] : assignmentTypes);

/** The chosen assignee as the server's check of the readers takes it; undefined until one is chosen. */
export const getDraftAssignee = ({
  assignmentType,
  user,
  groupId,
}: Omit<AssignmentForm, 'comment'>): string | undefined => {
  if (assignmentType === 'ASSIGN_TO_ME') return 'me';
  if (assignmentType === 'ASSIGN_TO_USER') return user ? `user:${user.id}` : undefined;
  return groupId === null ? undefined : `group:${groupId}`;
};

/** Builds the request body (spec 3 §7). */
export const buildAssignRequest = ({
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
