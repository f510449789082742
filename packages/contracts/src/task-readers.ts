import * as z from 'zod';
import { addressHintSchema } from './address-hint';
import { idSchema, pathIdSchema } from './identifiers';
import { commentReadersQuerySchema } from './mentions';

/** `none`, `me`, `user:<id>` or `group:<id>`: the assignee that a task would have. */
export const draftAssigneeSchema = z
  .string()
  .regex(/^(?:none|me|(?:user|group):[1-9]\d{0,15})$/)
  .refine((assignee) => Number.isSafeInteger(Number(assignee.split(':')[1] ?? 0)))
  .meta({ description: 'none, me, user:<id> or group:<id>' });

/**
 * Visible users and groups of a task that are not saved yet, an assignee that it does not have yet, or a transition that
 * has not run. With an assignee or a transition, the saved visible users and groups apply, so that the query names no
 * others.
 */
export const taskReadersQuerySchema = commentReadersQuerySchema
  .pick({ visibleUserIds: true, visibleGroupIds: true })
  .extend({ assignee: draftAssigneeSchema.optional(), transitionId: pathIdSchema.optional() })
  .refine(
    ({ assignee, visibleUserIds, visibleGroupIds }) =>
      assignee === undefined || visibleUserIds.length + visibleGroupIds.length === 0,
    { path: ['assignee'] },
  )
  .refine(
    ({ transitionId, assignee, visibleUserIds, visibleGroupIds }) =>
      transitionId === undefined ||
      (assignee === undefined && visibleUserIds.length + visibleGroupIds.length === 0),
    { path: ['transitionId'] },
  );
export type TaskReadersQuery = z.output<typeof taskReadersQuerySchema>;

/**
 * GET /api/tasks/{id}/readers: who would see the task with these visible users and groups, with this assignee or after
 * this transition. Requires the permission to save them: OPERATOR, or for an assignee also a leader of the task's group or
 * the caller as assignee. A transition must be one that the caller may run.
 */
export const taskReadersResponseSchema = z
  .object({
    success: z.boolean(),
    /** The caller would still see the task. */
    caller: z.boolean(),
    /** Every member of the organization with BASE. `groups` and `users` are then empty. */
    allMembers: z.boolean(),
    /** Named groups, and the group that would have the task. */
    groups: z.array(z.object({ groupId: idSchema, groupName: z.string() })),
    /** Named people, the present assignee and the one of the query, without the caller and the author. */
    users: z.array(
      z.object({
        userId: idSchema,
        userName: z.string(),
        addressHint: addressHintSchema,
        reads: z.boolean(),
      }),
    ),
    /** The task's author, unless it is the caller. Null if the author is unknown. */
    author: z.object({ name: z.string(), addressHint: addressHintSchema, reads: z.boolean() }).nullable(),
  })
  .meta({ id: 'TaskReaders' });
export type TaskReaders = z.infer<typeof taskReadersResponseSchema>;
