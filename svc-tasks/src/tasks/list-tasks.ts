import { limits } from '@obieg/contracts';
import { type Actor, type Database, type JsonText, readOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { sightGroupIds } from '../groups/effective-groups';
import type { SignedInCaller } from '../people/caller';
import {
  type ColumnFilter,
  findFilterIds,
  isByGroups,
  ownFilters,
  type PageRequest,
  planningFor,
  statusFilters,
} from './list-filters';
import { type Position, readCursor, sortKeys, writeCursor } from './list-order';
import { searchConditions } from './search';
import { summaryJoins, summaryText } from './task-summary';
import { isListedFor, isOfOrganization, readerBindings } from './tasks.policy';

/** Counting stops here: a list shows "1000 or more". */
const countLimit = 1_000;

const asIs = (sql: string): string => sql;

/** SQL: what the caller may see and asks for, a task at a time. */
const describeFilter = (actor: Actor, page: PageRequest, columns: readonly ColumnFilter[]): string =>
  [
    't.deleted_at is null',
    // A member sees what is theirs: asking again would keep the index of assignees from answering alone.
    ...(ownFilters(page).length > 0 && isOfOrganization(actor) ? [] : [isListedFor(actor)]),
    ...columns.map(({ column, is }) => `t.${column} ${is}`),
    ...searchConditions(page.query.search).conditions,
  ].join('\n and ');

/**
 * SQL: of each of the caller's groups as many as are wanted, by the index of its tasks. Left to itself PostgreSQL looks
 * through all tasks for those of the groups, of which there may be none.
 */
const selectOfGroups = (actor: Actor, page: PageRequest, count: string): string => {
  const { sortDirection } = page.query;
  const inOrder = `order by t.id ${sortDirection} limit ${count}`;
  return `select t.id, t.id as sort_key
    from (select distinct unnest(${sightGroupIds}) as id) g
    cross join lateral (
      select t.id from tasks t
       where t.assigned_group_id = g.id and ${describeFilter(actor, page, statusFilters(page))}
         ${page.after ? `and t.id ${sortDirection === 'asc' ? '>' : '<'} :afterId` : ''}
       ${inOrder}) t
   ${inOrder}`;
};

/** SQL: ids and sort keys of what the caller may see and asks for, in order, `count` at most. */
const selectFound = (actor: Actor, page: PageRequest, count: string): string => {
  const { query } = page;
  const { sortBy, sortDirection } = query;
  const isFirst = !page.after;
  if (isByGroups(actor, query)) return selectOfGroups(actor, page, count);
  const { sql: key, type, joins = '', walk, fromCursor = asIs } = sortKeys[sortBy];
  const own = ownFilters(page);
  const filters = [...own, ...statusFilters(page)];
  const afterKey = fromCursor(`cast(:afterKey as ${type})`);
  const [further, nearer, start] =
    sortDirection === 'asc' ? ['>', '<', 0] : ['<', '>', Number.MAX_SAFE_INTEGER];

  const isInStep = ({ column }: ColumnFilter): boolean => walk?.columns.includes(column) === true;
  // One's own tasks are few: sorting them is less than looking for them at each step.
  if (!walk || !isOfOrganization(actor) || query.assignedToMe || !own.every(isInStep))
    return `select t.id, ${key} as sort_key from tasks t ${joins}
      where ${describeFilter(actor, page, filters)}
        ${isFirst ? '' : `and (${key}, t.id) ${further} (${afterKey}, :afterId)`}
      order by ${key} ${sortDirection}, t.id ${sortDirection} limit ${count}`;

  const step = walk.columns.map((column) => `k.${column}`).join(', ');
  const ofTask = walk.ofTask.join(', ');
  const ofSteps = filters.filter(isInStep).map(({ column, is }) => `k.${column} ${is}`);
  const ofTasks = filters.filter((filter) => !isInStep(filter));
  const startOfStep = isFirst ? start : `case when k.sort_key = ${afterKey} then :afterId else ${start} end`;
  // Bounds rather than equality: only the index that has this order saves the planner a sort.
  return `select t.id, k.sort_key
    from (${walk.steps} order by sort_key ${sortDirection}) k
    cross join lateral (
      select t.id from tasks t
       where (${ofTask}, t.id) ${further} (${step}, ${startOfStep}) and (${ofTask}) ${nearer}= (${step})
         and ${describeFilter(actor, page, ofTasks)}
       order by ${[...walk.ofTask, 't.id'].map((column) => `${column} ${sortDirection}`).join(', ')} limit ${count}) t
   where ${[isFirst ? 'true' : `k.sort_key ${further}= ${afterKey}`, ...ofSteps].join('\n and ')}
   order by k.sort_key ${sortDirection}, t.id ${sortDirection} limit ${count}`;
};

/**
 * One page in one statement: first the ids, by an index or a sort of narrow rows, for the first page as many as are
 * counted; then the summaries of those shown, built as JSON where they are read.
 */
export const selectPage = (knex: Knex, { actor }: SignedInCaller, page: PageRequest): Knex.Raw => {
  const { query, limit, after, filterIds } = page;
  const { sortBy, sortDirection } = query;
  const { toCursor = asIs } = sortKeys[sortBy];
  // A size is in the text where the plan depends on it: for any size PostgreSQL would expect a tenth of all tasks.
  const [size, next] = limit === limits.pageSize ? [limit, limit + 1] : [':limit', limits.pageSizeMax + 1];
  const backwards = sortDirection === 'asc' ? 'desc' : 'asc';
  return knex.raw(
    `with found as (
       ${selectFound(actor, page, String(after ? next : countLimit))}
     ), page as (
       select id, sort_key from found order by sort_key ${sortDirection}, id ${sortDirection} limit ${size}
     )
     select (select '[' || coalesce(string_agg(${summaryText}, ',' order by p.sort_key ${sortDirection}, p.id ${sortDirection}), '') || ']'
               from page p join tasks t on t.id = p.id ${summaryJoins}) as tasks,
       (select json_build_object('key', ${toCursor('sort_key')}, 'id', id)
          from page order by sort_key ${backwards}, id ${backwards} limit 1) as last,
       (select count(*) from found) as found`,
    {
      ...readerBindings(actor),
      ...searchConditions(query.search).bindings,
      statusTypes: query.statusTypes ?? null,
      ...filterIds,
      limit,
      afterKey: after?.key,
      afterId: after?.id,
    },
  );
};

interface PageRow {
  tasks: string;
  /** Where the page ends. */
  last: Pick<Position, 'key' | 'id'> | null;
  /** As many as were looked for: more than the page shows when there is a next one. */
  found: number;
}

/** What the caller may see, a page at a time (spec 3 §2, §7): a `TaskListResponse` as PostgreSQL has written it. */
export const listTasks = async (
  db: Database,
  caller: SignedInCaller,
  query: PageRequest['query'],
): Promise<JsonText> => {
  const { organizationId, actor } = caller;
  const after = readCursor(query, query.cursor);
  const limit = query.limit ?? limits.pageSize;
  const page: PageRequest = { query, limit, after, filterIds: await findFilterIds(db, caller, query) };
  const [[row] = []] = await readOrganization(
    db,
    organizationId,
    (knex) => [selectPage(knex, caller, page)],
    planningFor(actor, page),
  );
  const { tasks, last, found } = row as unknown as PageRow;
  const total = after?.total ?? found;
  const nextCursor = last && found > limit ? writeCursor(query, { ...last, total }) : null;
  const rest = JSON.stringify({ total, nextCursor });
  return { jsonText: ['{"success":true,"message":"","tasks":', tasks, `,${rest.slice(1)}`] };
};
