import { limits } from '@obieg/contracts';
import { type Database, type JsonText, readOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { SignedInCaller } from '../people/caller';
import type { PageRequest } from './list-filters';
import { isInOrderOfIndex, selectIds } from './list-ids';
import { asIs, type Position, readCursor, sortKeys, writeCursor } from './list-order';
import { searchConditions } from './search';
import { listItemText, summaryJoins } from './task-summary';
import { isOfOrganization, readerBindings } from './tasks.policy';

/** Counting stops here: a list shows "1000 or more". */
const countLimit = 1_000;

/**
 * One page in one statement: first the ids, by an index or a sort of narrow rows, for the first page as many as are
 * counted, if they are not counted apart; then the summaries of those shown, built as JSON where they are read.
 */
export const selectPage = (knex: Knex, { actor }: SignedInCaller, page: PageRequest): Knex.Raw => {
  const { query, limit, after } = page;
  const { sortBy, sortDirection } = query;
  const { toCursor = asIs } = sortKeys[sortBy];
  // A size is in the text where the plan depends on it: for any size PostgreSQL would expect a tenth of all tasks.
  const [size, next] = limit === limits.pageSize ? [limit, limit + 1] : [':limit', limits.pageSizeMax + 1];
  const backwards = sortDirection === 'asc' ? 'desc' : 'asc';
  const counted = selectIds(actor, page, String(countLimit));
  // To keep all that are counted takes longer than to read an index twice.
  const isCountedApart = !after && isInOrderOfIndex(actor, query);
  return knex.raw(
    `with found as (
       ${after || isCountedApart ? selectIds(actor, page, String(next)) : counted}
     ), page as (
       select id, sort_key from found order by sort_key ${sortDirection}, id ${sortDirection} limit ${size}
     )
     select (select '[' || coalesce(string_agg(${listItemText}, ',' order by p.sort_key ${sortDirection}, p.id ${sortDirection}), '') || ']'
               from page p join tasks t on t.id = p.id ${summaryJoins}) as tasks,
       (select json_build_object('key', ${toCursor('sort_key')}, 'id', id)
          from page order by sort_key ${backwards}, id ${backwards} limit 1) as last,
       (select count(*) from ${isCountedApart ? `(${counted})` : 'found'} c) as found`,
    {
      ...readerBindings(actor),
      ...searchConditions(query.search).bindings,
      statusTypes: query.statusTypes ?? null,
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
  const { entry, actor } = caller;
  const after = readCursor(query, query.cursor);
  const limit = query.limit ?? limits.pageSize;
  const page: PageRequest = { query, limit, after };
  const [[row] = []] = await readOrganization(
    db,
    entry,
    (knex) => [selectPage(knex, caller, page)],
    // What a reporter has submitted is planned for how many it is.
    isOfOrganization(actor) ? 'kept' : 'own',
  );
  const { tasks, last, found } = row as unknown as PageRow;
  const total = after?.total ?? found;
  const nextCursor = last && found > limit ? writeCursor(query, { ...last, total }) : null;
  const rest = JSON.stringify({ total, nextCursor });
  return { jsonText: ['{"success":true,"message":"","tasks":', tasks, `,${rest.slice(1)}`] };
};
