import { limits, type taskListQuerySchema } from '@obieg/contracts';
import { type Database, type JsonText, readOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { sightGroupIds } from '../groups/effective-groups';
import type { SignedInCaller } from '../people/caller';
import { type Position, readCursor, sortKeys, writeCursor } from './list-order';
import { searchConditions } from './search';
import { summaryJoins, summaryJson } from './task-summary';
import { isListedFor, readerBindings } from './tasks.policy';

/** Counting stops here: a list shows "1000 or more". */
const countLimit = 1_000;

type Query = z.output<typeof taskListQuerySchema>;

/** SQL and its values: what the caller may see, of that what they ask for. */
const describeFilter = ({ actor }: SignedInCaller, query: Query) => {
  const search = searchConditions(query.search);
  const conditions = [
    isListedFor(actor),
    ...(query.assignedToMe ? ['t.assigned_user_id = :readerId'] : []),
    ...(query.assignedToMyGroups ? [`t.assigned_group_id = any(${sightGroupIds})`] : []),
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
  return knex.raw(
    `with page as (
       select t.id, ${key} as sort_key from tasks t ${joins}
        where ${where} ${after ? `and ${isAfter}` : ''}
        order by ${key} ${sortDirection}, t.id ${sortDirection} limit :fetched
     ), numbered as (
       select id, sort_key, row_number() over (order by sort_key ${sortDirection}, id ${sortDirection}) as position
         from page
     )
     select (select coalesce(json_agg(${summaryJson} order by n.position), '[]')
               from numbered n join tasks t on t.id = n.id ${summaryJoins}
              where n.position <= :limit)::text as tasks,
       (select json_build_object('key', ${toCursor('sort_key')}, 'id', id) from numbered
         where position = :limit and (select count(*) from page) > :limit) as last,
       (select count(*) from page) as found`,
    { ...bindings, limit, fetched: after ? limit + 1 : countLimit, afterKey: after?.key, afterId: after?.id },
  );
};

interface PageRow {
  tasks: string;
  last: Pick<Position, 'key' | 'id'> | null;
  found: number;
}

/** What the caller may see, a page at a time (spec 3 §2, §7): a `TaskListResponse` as PostgreSQL has written it. */
export const listTasks = async (db: Database, caller: SignedInCaller, query: Query): Promise<JsonText> => {
  const after = readCursor(query, query.cursor);
  const [[row] = []] = await readOrganization(db, caller.organizationId, (knex) => [
    selectPage(knex, caller, query, query.limit ?? limits.pageSize, after),
  ]);
  const { tasks, last, found } = row as unknown as PageRow;
  const total = after?.total ?? found;
  const rest = JSON.stringify({ total, nextCursor: last && writeCursor(query, { ...last, total }) });
  return { jsonText: `{"success":true,"message":"","tasks":${tasks},${rest.slice(1)}` };
};
