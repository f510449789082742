import * as z from 'zod';
import { dueFilters } from './due-dates';
import { pageLimitSchema } from './paging';
import { targetFilters } from './targets';
import { type TaskTextName, taskTextColumns } from './task-fields';
import { taskFilterFields } from './task-filters';
import { priorities } from './task-values';
import { statusTypes } from './workflow';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Sortable columns of the list (spec 3 §2). */
export const taskSortKeys = [
  'publicTaskId',
  'title',
  'statusName',
  'priority',
  'assignee',
  'createdBy',
  'createdAt',
  'lastUpdatedAt',
  'dueAt',
  'nextTargetAt',
] as const;
export type TaskSortKey = (typeof taskSortKeys)[number];
export type TaskColumn = TaskSortKey | TaskTextName;
/** Columns that the list and a view can show, in their default order. */
export const taskColumns: readonly TaskColumn[] = [...taskSortKeys, ...taskTextColumns];
/** `relevance` lists matches in titles first, each newest first. It is the default of a search. */
export const taskOrders = [...taskSortKeys, 'relevance'] as const;
export type TaskOrder = (typeof taskOrders)[number];
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

/** Where a search can find a task. `number` and `reporter` match the task's number and its reporter's address. */
export const taskMatchFields = [
  'number',
  'title',
  'description',
  'answers',
  'attachments',
  'reporter',
  'comment',
] as const;

/**
 * Query of GET /api/tasks. `statusTypes` (spec 3 §7) and `priorities` are comma-separated. `search` finds tasks that
 * contain every word, or part of a word, in any text that the caller may read: title, description, answers, names of
 * attachments, comments, the beginning of the number and, for members, the reporter's address. It ignores case and
 * diacritics; a phrase in quotes stays together. Default order: newest first, or by relevance with `search`. A cursor
 * is valid only with the order that it was issued for.
 */
export const taskListQuerySchema = z.object({
  assignedToMe: flag.optional(),
  assignedToMyGroups: flag.optional(),
  /** Only tasks that the caller submitted: with the account, or as a visitor with the account's verified address. */
  submittedByMe: flag.optional(),
  /** Only tasks that the caller watches. */
  watched: flag.optional(),
  /** Only tasks with unread news for the caller. */
  unread: flag.optional(),
  statusTypes: commaJoined(statusTypes).optional(),
  priorities: commaJoined(priorities).optional(),
  ...taskFilterFields,
  due: z.enum(dueFilters).optional(),
  /** Only for callers with BASE, as is the order `nextTargetAt`. */
  target: z.enum(targetFilters).optional(),
  limit: pageLimitSchema.optional(),
  search: z.string().max(taskSearchMaxLength).optional(),
  sortBy: z.enum(taskOrders).optional(),
  sortDirection: z.enum(sortDirections).default('desc'),
  cursor: z.string().max(4_000).optional(),
});
