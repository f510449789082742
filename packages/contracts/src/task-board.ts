import * as z from 'zod';
import { idSchema } from './identifiers';
import { idListSchema } from './task-filters';
import { taskListQuerySchema } from './task-list-query';
import { taskListResponseSchema } from './tasks';
import { userSummarySchema } from './users';
import { openParameterTypeSchema, openStatusTypeSchema } from './workflow';

/** Cards of a column in the first response. */
export const boardPageSize = 20;
/** Columns of a board. Filters can select others. */
export const boardColumnsMax = 40;

/**
 * GET /api/tasks/board: filters and order of the list. `limit` is the number of tasks in each column. Further tasks of
 * a column: GET /api/tasks with the same filters and order, `statusIds` of the column and its `nextCursor`.
 */
export const taskBoardQuerySchema = taskListQuerySchema.omit({ cursor: true });

const boardStatusFields = { statusId: idSchema, statusName: z.string(), statusType: openStatusTypeSchema };

/** A column for each status that the filters select, in the order INITIAL, INTERMEDIATE, FINAL. */
export const taskBoardSchema = z
  .object({
    success: z.boolean(),
    columns: z.array(
      z.object({
        ...boardStatusFields,
        ...taskListResponseSchema.pick({
          tasks: true,
          total: true,
          isTotalExact: true,
          isSearchComplete: true,
          nextCursor: true,
        }).shape,
      }),
    ),
    /** More statuses match than a board shows. */
    hasMoreStatuses: z.boolean(),
  })
  .meta({ id: 'TaskBoard' });
export type TaskBoard = z.infer<typeof taskBoardSchema>;
export type TaskBoardColumn = TaskBoard['columns'][number];

/** Query of GET /api/tasks/filters. `userIds`: members whose names the caller needs to show a filter. */
export const taskFiltersQuerySchema = z.object({ userIds: idListSchema.optional() });

/** GET /api/tasks/filters: what the filters of the list offer. */
export const taskFilterOptionsSchema = z
  .object({
    success: z.boolean(),
    statuses: z.array(z.object(boardStatusFields)),
    parameters: z.array(
      z.object({
        parameterId: idSchema,
        displayName: z.string(),
        parameterType: openParameterTypeSchema,
        dictionaryValues: z.array(z.object({ value: z.string() })),
      }),
    ),
    /** The requested members. Others are absent. */
    users: z.array(userSummarySchema),
  })
  .meta({ id: 'TaskFilterOptions' });
export type TaskFilterOptions = z.infer<typeof taskFilterOptionsSchema>;
