import * as z from 'zod';
import { addressHintSchema } from './address-hint';
import { idSchema } from './identifiers';
import { commentReadersQuerySchema } from './mentions';

/** Visible users and groups of a task that are not saved yet. */
export const taskReadersQuerySchema = commentReadersQuerySchema.pick({
  visibleUserIds: true,
  visibleGroupIds: true,
});
export type TaskReadersQuery = z.output<typeof taskReadersQuerySchema>;

/** GET /api/tasks/{id}/readers: who would see the task with these visible users and groups. Requires OPERATOR. */
export const taskReadersResponseSchema = z
  .object({
    success: z.boolean(),
    /** The caller would still see the task. */
    caller: z.boolean(),
    /** Every member of the organization with BASE. `groups` and `users` are then empty. */
    allMembers: z.boolean(),
    /** Named groups, and the group that has the task. */
    groups: z.array(z.object({ groupId: idSchema, groupName: z.string() })),
    /** Named people and the assignee, without the caller and the author. */
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
