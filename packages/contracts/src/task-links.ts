import * as z from 'zod';
import { addressHintSchema } from './address-hint';
import { idSchema, publicTaskIdSchema } from './identifiers';
import { openEnum } from './open-enum';
import { linkRelations, linkTypes, priorities } from './task-values';
import { openStatusTypeSchema } from './workflow';

/**
 * POST /api/tasks/{id}/links. The task in the path relates to, duplicates, blocks or is the parent of the other task.
 */
export const addTaskLinkSchema = z
  .object({ type: z.enum(linkTypes), otherTaskId: publicTaskIdSchema })
  .meta({ id: 'AddTaskLink' });
export type AddTaskLink = z.input<typeof addTaskLinkSchema>;

/** A link as one of its tasks shows it. Links to tasks that the caller may not see are left out. */
const taskLinkSchema = z
  .object({
    linkId: idSchema,
    /** What the shown task is to `task`. */
    relation: openEnum(linkRelations, 'RELATES'),
    task: z.object({
      publicTaskId: publicTaskIdSchema,
      title: z.string(),
      statusName: z.string(),
      statusType: openStatusTypeSchema,
      priority: openEnum(priorities, 'NORMAL'),
      dueAt: z.iso.datetime().nullable(),
      /** For members the path of a group whose name another group has, otherwise the name. */
      assigneeName: z.string().nullable(),
      assigneeAddressHint: addressHintSchema,
    }),
  })
  .meta({ id: 'TaskLink' });
export type TaskLink = z.infer<typeof taskLinkSchema>;

/** GET /api/tasks/{id}/links: oldest first. */
export const taskLinksResponseSchema = z
  .object({ success: z.boolean(), links: z.array(taskLinkSchema) })
  .meta({ id: 'TaskLinksResponse' });
export const addTaskLinkResponseSchema = z
  .object({ success: z.boolean(), message: z.string(), link: taskLinkSchema })
  .meta({ id: 'AddTaskLinkResponse' });
