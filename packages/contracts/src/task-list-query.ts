import * as z from 'zod';
import { pageLimitSchema } from './paging';
import { priorities } from './tasks';
import { statusTypes } from './workflow';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Columns of the list. Each can be the sort key (spec 3 §2). */
export const taskSortKeys = [
  'publicTaskId',
  'title',
  'statusName',
  'priority',
  'assignee',
  'createdBy',
  'createdAt',
  'lastUpdatedAt',
] as const;
export type TaskSortKey = (typeof taskSortKeys)[number];
export const sortDirections = ['asc', 'desc'] as const;
export type SortDirection = (typeof sortDirections)[number];
export const taskSearchMaxLength = 100;

/** Comma-separated subset of `values`. Empty means all. */
const commaJoined = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .string()
    .max(60)
    .transform((joined) => joined.split(',').filter(Boolean))
    .pipe(z.array(z.enum(values)));

/**
 * Query of GET /api/tasks. `statusTypes` (spec 3 §7) and `priorities` are comma-separated. `search` finds tasks that
 * contain every word in number, title or description, ignoring case and Polish diacritics. Default order: newest
 * first. A cursor is valid only with the order that it was issued for.
 */
export const taskListQuerySchema = z.object({
  assignedToMe: flag.optional(),
  assignedToMyGroups: flag.optional(),
  statusTypes: commaJoined(statusTypes).optional(),
  priorities: commaJoined(priorities).optional(),
  limit: pageLimitSchema.optional(),
  search: z.string().max(taskSearchMaxLength).optional(),
  sortBy: z.enum(taskSortKeys).default('createdAt'),
  sortDirection: z.enum(sortDirections).default('desc'),
  cursor: z.string().max(4_000).optional(),
});
