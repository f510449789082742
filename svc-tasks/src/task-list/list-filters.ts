import { statusTypes as allStatusTypes, type taskListQuerySchema } from '@obieg/contracts';
import type { Actor } from '@obieg/service-kit';
import type * as z from 'zod';
import { viewingGroupIds } from '../groups/effective-groups';
import { unreadTaskIds, watchedTaskIds } from '../policy/notifications.policy';
import { preparedReader } from '../policy/reader-sql';
import type { TaskSource } from '../policy/task-sources';
import { hasBasePermission, isAuthorFor, isListedFor } from '../policy/tasks.policy';
import { dueBounds, dueFilters } from './due-filter';
import { assignedGroupKey, assignedUserKey, type ListOrder, priorityRank, rankOf } from './list-order';
import { targetFiltersOf } from './target-filter';
import { answerConditions, peopleFilters, timeFilters, viewFilterBindings } from './view-filters';

/** A query with its order. */
export type ListQuery = Omit<z.output<typeof taskListQuerySchema>, 'sortBy'> & { sortBy: ListOrder };

/** Restricts a column of `tasks` to some values. An index contains the column, followed by the task's id. */
export interface ColumnFilter {
  column: string;
  /** SQL: an array of the values. */
  values: string;
  /** SQL: what the index contains, if it is not the column itself. */
  indexed?: string;
  /** SQL: the comparison to the right of the column. */
  comparison: string;
  /** SQL: a condition on what the index contains, for a range of values. `values` is then unused. */
  range?: string;
  /** SQL: `t` is in the index at `v.value`. Default: `indexed` equals it. */
  matchesValue?: string;
  /** SQL: a condition on `t`, if it is not a comparison of the column. */
  condition?: string;
}

const isAnyOf = (column: string, values: string): ColumnFilter => ({
  column,
  values,
  comparison: `= any(${values})`,
});

/** Filters of `assignedToMe` and `assignedToMyGroups`. */
const assigneeFilters = ({ assignedToMe, assignedToMyGroups }: ListQuery): ColumnFilter[] => [
  ...(assignedToMe
    ? [
        {
          column: 'assigned_user_id',
          values: 'array[cast(:readerId as bigint)]',
          comparison: '= :readerId',
        },
      ]
    : []),
  ...(assignedToMyGroups
    ? [
        {
          ...isAnyOf('assigned_group_id', viewingGroupIds),
          // A task has a user or a group.
          matchesValue: `${assignedUserKey} = 0 and ${assignedGroupKey} = v.value`,
        },
      ]
    : []),
];

/** A task in a FINAL status is never overdue. @returns undefined for all types */
const listedStatusTypes = ({ statusTypes, due }: ListQuery) => {
  const wanted = statusTypes?.length ? statusTypes : allStatusTypes;
  const listed = due === 'overdue' ? wanted.filter((type) => type !== 'FINAL') : wanted;
  return allStatusTypes.every((type) => listed.includes(type)) ? undefined : [...listed];
};

const statusFilters = (query: ListQuery): ColumnFilter[] => [
  ...(query.statusIds?.length ? [isAnyOf('status_id', 'cast(:statusIds as bigint[])')] : []),
  ...(listedStatusTypes(query)
    ? [isAnyOf('status_id', 'array(select id from statuses where status_type = any(:statusTypes))')]
    : []),
];

/**
 * Compares the word, which no index contains, and the rank only where the rank's index is wanted. If a query with
 * several filters compared the rank, PostgreSQL would read all tasks of a priority to find the few of a status:
 * 90 to 180 ms instead of 8 ms with 220,000 tasks.
 */
const priorityFilters = ({ priorities }: ListQuery): ColumnFilter[] =>
  priorities?.length
    ? [
        {
          column: 'priority',
          values: 'cast(:ranks as int[])',
          indexed: priorityRank,
          comparison: '= any(cast(:priorities as text[]))',
        },
      ]
    : [];

/** All column filters. Usually the first one matches the fewest tasks. */
export const columnFilters = (query: ListQuery): ColumnFilter[] => [
  ...assigneeFilters(query),
  ...peopleFilters(query),
  ...dueFilters(query),
  ...targetFiltersOf(query),
  ...timeFilters(query),
  ...statusFilters(query),
  ...priorityFilters(query),
];

/** Values of the named parameters in all filters. */
export const filterBindings = (query: ListQuery) => {
  const { priorities } = query;
  const ranks = priorities?.map(rankOf) ?? [];
  return {
    statusTypes: listedStatusTypes(query) ?? null,
    statusIds: query.statusIds ?? [],
    priorities: priorities ?? null,
    ...viewFilterBindings(query),
    ranks,
    lowestRank: Math.min(...ranks),
    highestRank: Math.max(...ranks),
  };
};

/** SQL: conditions on the columns of `source`. */
export const toConditions = (filters: readonly ColumnFilter[], source = 't'): string[] =>
  filters.map(({ column, comparison, condition }) => condition ?? `${source}.${column} ${comparison}`);

/** SQL: the part of the priority index to read, if the list is sorted by it. */
const priorityBounds = ({ priorities, sortBy }: ListQuery): string[] =>
  priorities?.length && sortBy === 'priority'
    ? [`${priorityRank} between cast(:lowestRank as int) and cast(:highestRank as int)`]
    : [];

/** Whether the list contains only tasks assigned to the caller or to their groups, which need no further check. */
const isAssigneesList = (actor: Actor, query: ListQuery): boolean =>
  assigneeFilters(query).length > 0 && hasBasePermission(actor);

/** Whether the list contains only tasks that the caller submitted. */
export const isSubmittersList = (actor: Actor, { submittedByMe }: ListQuery): boolean =>
  submittedByMe === true || !hasBasePermission(actor);

/** SQL: the caller may see the task. Every user sees what they submitted, and members also what is assigned to them. */
const visibilityConditions = (actor: Actor, query: ListQuery): string[] => {
  if (isSubmittersList(actor, query)) return [isAuthorFor(preparedReader)];
  // A check would prevent index-only scans of assignees.
  return isAssigneesList(actor, query) ? [] : [isListedFor(actor, preparedReader)];
};

/** The table of tasks, with the check that the list needs. */
export const listedTasks = (actor: Actor, query: ListQuery): TaskSource => ({
  from: 'tasks t',
  isLive: 't.deleted_at is null',
  visibility: visibilityConditions(actor, query),
});

/**
 * SQL: conditions on the answers of `t`. `case` compares visible tasks only, so that the duration does not depend on the
 * answers of others.
 */
export const readableAnswers = (actor: Actor, query: ListQuery): string[] =>
  answerConditions(query).map(
    (condition) => `(case when ${isListedFor(actor, preparedReader)} then ${condition} else false end)`,
  );

/** SQL: conditions on columns of `t` that `restricted_tasks` has, too. */
export const shortlistConditions = (
  actor: Actor,
  query: ListQuery,
  filters: readonly ColumnFilter[] = columnFilters(query),
): string[] => [
  ...(query.watched ? [`t.id = any(${watchedTaskIds})`] : []),
  ...(query.unread ? [`t.id = any(${unreadTaskIds(actor)})`] : []),
  ...toConditions(filters),
  ...priorityBounds(query),
  ...dueBounds(query),
];

/** SQL: the conditions for a task `t` in the list: visible to the caller and matched by `filters`. Need `readerCte`. */
export const listConditions = (
  actor: Actor,
  query: ListQuery,
  filters: readonly ColumnFilter[],
  { isLive, visibility }: TaskSource = listedTasks(actor, query),
): string[] => [
  isLive,
  ...visibility,
  ...shortlistConditions(actor, query, filters),
  ...readableAnswers(actor, query),
];
