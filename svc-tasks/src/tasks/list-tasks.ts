import { limits } from '@obieg/contracts';
import { type Database, type JsonText, readOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { SignedInCaller } from '../people/caller';
import { type Position, readCursor, writeCursor } from './list-cursor';
import { filterBindings, type ListQuery } from './list-filters';
import { selectIds } from './list-ids';
import { sortKeys } from './list-order';
import { listItemJoins } from './task-summary';
import { hasBasePermission, readerBindings } from './tasks.policy';

/** A list shows "1000 or more" above this number. */
const countLimit = 1_000;

export interface PageRequest {
  query: ListQuery;
  limit: number;
  after: Position | undefined;
}

/**
 * Literal limits of the number of ids. With a parameter, PostgreSQL would plan for a tenth of all tasks. The first page
 * counts the matches; the others only detect a next page.
 */
const idCountOf = ({ limit, after }: PageRequest): number => {
  if (!after) return countLimit;
  return (limit <= limits.pageSize ? limits.pageSize : limits.pageSizeMax) + 1;
};

/** Finds and counts the ids, then reads the tasks of the page and writes them as JSON, in one statement. */
export const selectPage = (knex: Knex, { actor }: SignedInCaller, page: PageRequest): Knex.Raw => {
  const { query, limit, after } = page;
  const { sortBy, sortDirection } = query;
  const { toCursor = (key) => key } = sortKeys[sortBy];
  return knex.raw(
    `with found as (${selectIds({ actor, query, after, count: idCountOf(page) })}),
     page as (
       select id, sort_key from found order by sort_key ${sortDirection}, id ${sortDirection} limit :limit
     ),
     last as (
       select id, sort_key from page order by sort_key ${sortDirection}, id ${sortDirection} offset :limit - 1
     )
     select (select count(*) from found) as found,
            (select ${toCursor('sort_key')} from last) as last_key,
            (select id from last) as last_id,
            (select json_agg(summary order by p.sort_key ${sortDirection}, p.id ${sortDirection})::text
               from page p join tasks t on t.id = p.id ${listItemJoins}) as tasks`,
    {
      ...readerBindings(actor),
      ...filterBindings(query),
      limit,
      afterKey: after?.key,
      afterId: after?.id,
    },
  );
};

interface PageRow {
  /** JSON array of `TaskListItem`; null if there are none. */
  tasks: string | null;
  /** Position of the last task of a full page. */
  last_key: Position['key'] | null;
  last_id: number | null;
  /** Number of matches up to the limit; more than the page size if there is a next page. */
  found: number;
}

/** Lists the tasks that the caller may see, one page at a time (spec 3 §2, §7). */
export const listTasks = async (
  db: Database,
  caller: SignedInCaller,
  query: ListQuery,
): Promise<JsonText> => {
  const { tenantScope, actor } = caller;
  const after = readCursor(query, query.cursor);
  const limit = query.limit ?? limits.pageSize;
  const [[row] = []] = await readOrganization(
    db,
    tenantScope,
    (knex) => [selectPage(knex, caller, { query, limit, after })],
    // The best plan for a reporter depends on the number of submitted tasks.
    hasBasePermission(actor) ? 'generic' : 'custom',
  );
  const { tasks, last_key: key, last_id: id, found } = row as unknown as PageRow;
  const total = after?.total ?? found;
  const nextCursor =
    key !== null && id !== null && found > limit ? writeCursor(query, { key, id, total }) : null;
  const rest = JSON.stringify({ total, nextCursor });
  return { jsonText: [`{"success":true,"message":"","tasks":`, tasks ?? '[]', `,${rest.slice(1)}`] };
};
