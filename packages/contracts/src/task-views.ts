import * as z from 'zod';
import { idSchema } from './identifiers';
import { openEnum, openEnumList } from './open-enum';
import {
  sortDirections,
  type TaskColumn,
  taskColumns,
  taskListQuerySchema,
  taskSortKeys,
} from './task-list-query';
import { requiredTextSchema } from './text';

/** The column with the link to the task. Every view contains it. */
export const mainTaskColumn = 'title' satisfies TaskColumn;

export const taskViewLimits = {
  nameMaxLength: 80,
  /** Private views of one member. */
  ownMax: 50,
  /** Shared views of an organization. */
  sharedMax: 100,
} as const;

/** Filters of GET /api/tasks. A new filter of the list is a filter of views, too. */
const viewFilterSchema = taskListQuerySchema
  .omit({ limit: true, cursor: true, sortBy: true, sortDirection: true })
  .strict();

/**
 * Parameters of GET /api/tasks with their texts, for example `{"statusTypes": "INITIAL", "createdDays": "7"}`. The
 * schema of the list validates each of them and rejects unknown ones.
 */
const viewQuerySchema = z.record(z.string().max(50), z.string().max(4_000)).superRefine((query, context) => {
  for (const { path, message, code, ...issue } of viewFilterSchema.safeParse(query).error?.issues ?? [])
    context.addIssue({
      code: 'custom',
      path: 'keys' in issue ? issue.keys.slice(0, 1) : path,
      message: code === 'unrecognized_keys' ? 'Unknown filter' : message,
    });
});

/** Reads a stored query. Omits filters that this release does not accept, and names them. */
export const readViewQuery = (stored: Readonly<Record<string, string>>) => {
  const invalidFilters = Object.entries(stored)
    .filter(([name, value]) => !viewFilterSchema.safeParse({ [name]: value }).success)
    .map(([name]) => name);
  const valid = Object.entries(stored).filter(([name]) => !invalidFilters.includes(name));
  return { query: Object.fromEntries(valid), invalidFilters };
};

const sortSchema = z.object({ by: z.enum(taskSortKeys), direction: z.enum(sortDirections) });
const columnsSchema = z.array(z.enum(taskColumns));
/** The default order of the list replaces an unknown one. */
const openSortSchema = z.object({
  by: openEnum(taskSortKeys, 'createdAt'),
  direction: openEnum(sortDirections, 'desc'),
});

/** POST and PUT /api/task-views. */
export const saveTaskViewSchema = z
  .object({
    name: requiredTextSchema(taskViewLimits.nameMaxLength),
    query: viewQuerySchema,
    sort: sortSchema,
    columns: columnsSchema
      .max(taskColumns.length)
      .refine((columns) => new Set(columns).size === columns.length, 'A column is repeated')
      .refine((columns) => columns.includes(mainTaskColumn), 'The title is required'),
    /** Shares the view with the organization, which needs OPERATOR. */
    isShared: z.boolean().default(false),
  })
  .meta({ id: 'SaveTaskView' });
export type SaveTaskView = z.output<typeof saveTaskViewSchema>;

/** Filters, order and columns of the task list under a name. */
const savedTaskViewSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    query: z.record(z.string(), z.string()),
    /** Stored filters that are not valid and therefore not in `query`. Absent from the previous release. */
    invalidFilters: z.array(z.string()).optional(),
    sort: openSortSchema,
    columns: openEnumList(taskColumns),
    isShared: z.boolean(),
    /** The caller made the view. */
    isOwn: z.boolean(),
    /** The caller may change and delete the view. */
    canChange: z.boolean(),
    /** Increases with each change. `"<revision>"` is the ETag for `If-Match`. */
    revision: z.int().positive(),
  })
  .meta({ id: 'SavedTaskView' });
export type SavedTaskView = z.infer<typeof savedTaskViewSchema>;

/** GET /api/task-views: the caller's views and the shared ones, by name. */
export const taskViewsResponseSchema = z
  .object({ success: z.boolean(), views: z.array(savedTaskViewSchema) })
  .meta({ id: 'TaskViewsResponse' });
export type TaskViewsResponse = z.infer<typeof taskViewsResponseSchema>;

export const taskViewResponseSchema = z
  .object({ success: z.boolean(), message: z.string(), view: savedTaskViewSchema })
  .meta({ id: 'TaskViewResponse' });
export type TaskViewResponse = z.infer<typeof taskViewResponseSchema>;
