import * as z from 'zod';
import { dueAtSchema } from './due-dates';
import { idSchema, publicTaskIdSchema } from './identifiers';
import { limits } from './limits';
import { optionalOpenEnum } from './open-enum';
import { errorCodes } from './problems';
import { draftAssigneeSchema } from './task-readers';
import { priorities } from './task-values';
import { answersSchema, assignmentTypes, transitionOptionSchema } from './tasks';
import { requiredTextSchema } from './text';

/** The same task twice is one task. */
const publicTaskIdsSchema = z
  .array(publicTaskIdSchema)
  .min(1)
  .max(limits.bulkTasksMax)
  .transform((ids) => [...new Set(ids)]);

const undoneKeySchema = z.string().regex(/^[\x21-\x7e]{8,200}$/);

const bulkFields = { publicTaskIds: publicTaskIdsSchema };

/** POST /api/tasks/bulk. Each task is checked and changed on its own, as by the call for one task. */
export const bulkTasksSchema = z
  .discriminatedUnion('action', [
    z.object({
      ...bulkFields,
      action: z.literal('TRANSITION'),
      /** The first transition of this name that the caller may run on the task. */
      transitionName: requiredTextSchema(limits.nameMaxLength),
      /** Answers that a task's transition does not ask for are left out for this task. */
      workflowParameters: answersSchema.default({}),
    }),
    z.object({
      ...bulkFields,
      action: z.literal('ASSIGN'),
      assignmentType: z.enum(assignmentTypes),
      userId: idSchema.nullish(),
      groupId: idSchema.nullish(),
    }),
    z.object({ ...bulkFields, action: z.literal('PRIORITY'), priority: z.enum(priorities) }),
    z.object({ ...bulkFields, action: z.literal('DUE'), dueAt: dueAtSchema.nullable() }),
    z.object({ ...bulkFields, action: z.literal('WATCH'), isWatching: z.boolean().default(true) }),
    z.object({
      ...bulkFields,
      /** Restores assignee, priority or due date from before another call of the caller. */
      action: z.literal('UNDO'),
      /** Idempotency key of that call, at most 24 hours ago. */
      undoneKey: undoneKeySchema,
    }),
  ])
  .meta({ id: 'BulkTasks' });
export type BulkTasks = z.input<typeof bulkTasksSchema>;
export type BulkAction = BulkTasks['action'];

/** 207: one result for each task, in the order of the request. */
export const bulkResultsSchema = z
  .object({
    success: z.boolean(),
    results: z.array(
      z.object({
        publicTaskId: publicTaskIdSchema,
        /** The HTTP status that the call for one task would have. */
        status: z.int(),
        code: optionalOpenEnum(errorCodes),
        message: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'BulkResults' });
export type BulkResult = z.infer<typeof bulkResultsSchema>['results'][number];

/** GET /api/tasks/bulk/progress?key=: how far the caller's call with this idempotency key has come. */
export const bulkProgressQuerySchema = z.object({ key: z.string().regex(/^[\x21-\x7e]{8,200}$/) });
export const bulkProgressSchema = z
  .object({ success: z.boolean(), done: z.int(), total: z.int() })
  .meta({ id: 'BulkProgress' });
export type BulkProgress = z.infer<typeof bulkProgressSchema>;

export const bulkTransitionsRequestSchema = z.object(bulkFields).meta({ id: 'BulkTransitionsRequest' });

/** POST /api/tasks/bulk/transitions: what the caller may run on at least one of the tasks, by name. */
export const bulkTransitionsSchema = z
  .object({
    success: z.boolean(),
    transitions: z.array(
      z.object({
        transitionName: z.string(),
        /** Statuses to which it leads, by name. */
        toStatusNames: z.array(z.string()),
        /** Tasks on which the caller may run it. */
        taskCount: z.int(),
        /**
         * Those of them that it finishes while a subtask or a blocking task, as far as the caller sees it, is open. Absent
         * from earlier releases.
         */
        openWorkCount: z.int().optional(),
        /** Those of them that the caller would no longer see. Absent from earlier releases. */
        lostCount: z.int().optional(),
        /**
         * What it asks for on any of the tasks. Mandatory if it is mandatory on one of them. Has a default if it is the
         * same for all of them.
         */
        requiredParameters: transitionOptionSchema.shape.requiredParameters,
      }),
    ),
  })
  .meta({ id: 'BulkTransitions' });
export type BulkTransition = z.infer<typeof bulkTransitionsSchema>['transitions'][number];

export const lostTasksRequestSchema = z
  .object({
    ...bulkFields,
    assignee: draftAssigneeSchema.optional(),
    /** Instead of an assignee: what an undo of the caller's action with this idempotency key would restore. */
    undoneKey: undoneKeySchema.optional(),
  })
  .refine(({ assignee, undoneKey }) => (assignee === undefined) !== (undoneKey === undefined), {
    path: ['assignee'],
  })
  .meta({ id: 'LostTasksRequest' });

/** POST /api/tasks/bulk/lost-tasks: how many of the tasks the caller would no longer see after this change. */
export const lostTasksSchema = z
  .object({ success: z.boolean(), lostCount: z.int() })
  .meta({ id: 'LostTasks' });
export type LostTasks = z.infer<typeof lostTasksSchema>;
