import type { taskListQuerySchema } from '@obieg/contracts';
import type { Actor } from '@obieg/service-kit';
import type * as z from 'zod';
import { sightGroupIds } from '../groups/effective-groups';
import type { Position } from './list-order';
import { searchConditions } from './search';
import { isListedFor, isOfOrganization } from './tasks.policy';

type Query = z.output<typeof taskListQuerySchema>;

/** What a page is chosen by. */
export interface PageRequest {
  query: Query;
  limit: number;
  after?: Position | undefined;
}

/** A column of `tasks` that holds one of these ids, and has an index by it and the task's own id. */
export interface ColumnFilter {
  column: string;
  /** SQL: a bigint[]. */
  ids: string;
  /** SQL: what the column is. */
  is: string;
}

const isAnyOf = (column: string, ids: string): ColumnFilter => ({ column, ids, is: `= any(${ids})` });

/** What `assignedToMe` and `assignedToMyGroups` ask for. */
export const ownFilters = ({ assignedToMe, assignedToMyGroups }: Query): ColumnFilter[] => [
  ...(assignedToMe
    ? [{ column: 'assigned_user_id', ids: 'array[cast(:readerId as bigint)]', is: '= :readerId' }]
    : []),
  ...(assignedToMyGroups ? [isAnyOf('assigned_group_id', sightGroupIds)] : []),
];

export const statusFilters = ({ statusTypes }: Query): ColumnFilter[] =>
  statusTypes?.length
    ? [isAnyOf('status_id', 'array(select id from statuses where status_type = any(:statusTypes))')]
    : [];

export const toConditions = (filters: readonly ColumnFilter[]): string[] =>
  filters.map(({ column, is }) => `t.${column} ${is}`);

/** SQL: what the caller may see and asks for, a task at a time. */
export const describeFilter = (actor: Actor, query: Query, filters: readonly ColumnFilter[]): string =>
  [
    't.deleted_at is null',
    // A member sees what is theirs: asking again would keep the index of assignees from answering alone.
    ...(ownFilters(query).length > 0 && isOfOrganization(actor) ? [] : [isListedFor(actor)]),
    ...toConditions(filters),
    ...searchConditions(query.search).conditions,
  ].join('\n and ');
