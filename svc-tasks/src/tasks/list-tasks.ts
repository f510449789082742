import { limits, type taskListQuerySchema } from '@obieg/contracts';
import { type Database, type JsonText, readOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { sightGroupIds } from '../groups/effective-groups';
import type { SignedInCaller } from '../people/caller';
import { type Position, readCursor, sortKeys, writeCursor } from './list-order';
import { searchConditions } from './search';
import { summaryJoins, summaryJson } from './task-summary';
import { isListedFor, isOfOrganization, readerBindings } from './tasks.policy';

/** Counting stops here: a list shows "1000 or more". */
const countLimit = 1_000;

type Query = z.output<typeof taskListQuerySchema>;

/** SQL and its values: what the caller may see, of that what they ask for. */
const describeFilter = ({ actor }: SignedInCaller, query: Query) => {
  const search = searchConditions(query.search);
  const own = [
    ...(query.assignedToMe ? ['t.assigned_user_id = :readerId'] : []),
    ...(query.assignedToMyGroups ? [`t.assigned_group_id = any(${sightGroupIds})`] : []),
  ];
  const conditions = [
    't.deleted_at is null',
    // A member sees what is theirs: asking again would keep the index of assignees from answering alone.
    ...(own.length > 0 && isOfOrganization(actor) ? [] : [isListedFor(actor)]),
    ...own,
    ...(query.statusTypes?.length
      ? ['t.status_id = any(array(select id from statuses where status_type = any(:statusTypes)))']
      : []),
    ...search.conditions,
  ];
  return {
    where: conditions.join('\n and '),
    bindings: { ...readerBindings(actor), statusTypes: query.statusTypes ?? null, ...search.bindings },
  };
};

const asIs = (sql: string): string => sql;

/**
 * One page in one statement: first the ids, by an index or a sort of narrow rows, for the first page as many as are
 * counted; then the summaries of those shown, built as JSON where they are read.
 */
export const selectPage = (
  knex: Knex,
  caller: SignedInCaller,
  query: Query,
  limit: number,
  after: Position | undefined,
): Knex.Raw => {
  const { sortBy, sortDirection } = query;
  const { sql: key, type, joins = '', toCursor = asIs, fromCursor = asIs } = sortKeys[sortBy];
  const { where, bindings } = describeFilter(caller, query);
  const isAfter = `(${key}, t.id) ${sortDirection === 'asc' ? '>' : '<'} (${fromCursor(`cast(:afterKey as ${type})`)}, :afterId)`;
  // The usual page's size is in the text: a plan that is kept for all sizes expects more and is made anew each time.
  const [size, next] = limit === limits.pageSize ? [`${limit}`, `${limit + 1}`] : [':limit', ':limit + 1'];
  const backwards = sortDirection === 'asc' ? 'desc' : 'asc';
  return knex.raw(
    `with found as (
       select t.id, ${key} as sort_key from tasks t ${joins}
        where ${where} ${after ? `and ${isAfter}` : ''}
        order by ${key} ${sortDirection}, t.id ${sortDirection} limit ${after ? next : countLimit}
     ), page as (
       select id, sort_key from found order by sort_key ${sortDirection}, id ${sortDirection} limit ${size}
     )
     select (select coalesce(json_agg(${summaryJson} order by p.sort_key ${sortDirection}, p.id ${sortDirection}), '[]')
               from page p join tasks t on t.id = p.id ${summaryJoins})::text as tasks,
       (select json_build_object('key', ${toCursor('sort_key')}, 'id', id)
          from page order by sort_key ${backwards}, id ${backwards} limit 1) as last,
       (select count(*) from found) as found`,
    { ...bindings, limit, afterKey: after?.key, afterId: after?.id },
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
export const listTasks = async (db: Database, caller: SignedInCaller, query: Query): Promise<JsonText> => {
  const after = readCursor(query, query.cursor);
  const limit = query.limit ?? limits.pageSize;
  const [[row] = []] = await readOrganization(db, caller.organizationId, (knex) => [
    selectPage(knex, caller, query, limit, after),
  ]);
  const { tasks, last, found } = row as unknown as PageRow;
  const total = after?.total ?? found;
  const nextCursor = last && found > limit ? writeCursor(query, { ...last, total }) : null;
  const rest = JSON.stringify({ total, nextCursor });
  return { jsonText: `{"success":true,"message":"","tasks":${tasks},${rest.slice(1)}` };
};
