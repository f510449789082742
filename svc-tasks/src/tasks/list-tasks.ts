import { limits } from '@obieg/contracts';
import { type Database, type JsonText, readOrganization } from '@obieg/service-kit';
import type { Knex } from 'knex';
import type { SignedInCaller } from '../people/caller';
import { filterBindings, type PageRequest } from './list-filters';
import { isInOrderOfIndex, selectIds } from './list-ids';
import { asIs, type Position, readCursor, sortKeys, writeCursor } from './list-order';
import { listItemText, summaryJoins } from './task-summary';
import { hasBasePermission, readerBindings } from './tasks.policy';

/** Counting stops here: a list shows "1000 or more". */
const countLimit = 1_000;

/**
 * SQL: the tasks of the page with the keys that they are sorted by. Where that is the id, its index is asked for all of
 * them at once instead of for one after another.
 */
const selectTasks = ({ sortBy, sortDirection }: PageRequest['query'], size: string | number): string => {
  const { sql: key } = sortKeys[sortBy];
  if (key === 't.id')
    return `select t.*, t.id as sort_key from tasks t
      where t.id = any(array(select id from found order by id ${sortDirection} limit ${size}))`;
  return `select t.*, p.sort_key
    from (select id, sort_key from found order by sort_key ${sortDirection}, id ${sortDirection} limit ${size}) p
    join tasks t on t.id = p.id`;
};

/**
 * One page in one statement: first the ids, by an index or a sort of narrow rows, for the first page as many as are
 * counted, if they are not counted apart; then the summaries of those shown, built as JSON where they are read. Where the
 * page ends is found together with them: ids that are read a second time are kept, which takes longer.
 */
export const selectPage = (knex: Knex, { actor }: SignedInCaller, page: PageRequest): Knex.Raw => {
  const { query, limit, after } = page;
  const { sortBy, sortDirection } = query;
  const { toCursor = asIs } = sortKeys[sortBy];
  // A size is in the text where the plan depends on it: for any size PostgreSQL would expect a tenth of all tasks.
  const [size, next] = limit === limits.pageSize ? [limit, limit + 1] : [':limit', limits.pageSizeMax + 1];
  const counted = selectIds(actor, page, String(countLimit));
  // To keep all that are counted takes longer than to read an index twice.
  const isCountedApart = !after && isInOrderOfIndex(actor, query);
  const inOrder = `order by t.sort_key ${sortDirection}, t.id ${sortDirection}`;
  return knex.raw(
    `with found as (
       ${after || isCountedApart ? selectIds(actor, page, String(next)) : counted}
     )
     select page.tasks, ${toCursor('page.last_key')} as last_key, page.last_id,
       (select count(*) from ${isCountedApart ? `(${counted})` : 'found'} c) as found
       from (select string_agg(${listItemText}, ',' ${inOrder}) as tasks,
                    (array_agg(t.sort_key ${inOrder}))[${size}] as last_key,
                    (array_agg(t.id ${inOrder}))[${size}] as last_id
               from (${selectTasks(query, size)}) t ${summaryJoins}) page`,
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
  /** Summaries with commas between them; null where there are none. */
  tasks: string | null;
  /** Where a full page ends; null where it is not full. */
  last_key: Position['key'] | null;
  last_id: number | null;
  /** As many as were looked for: more than the page shows when there is a next one. */
  found: number;
}

/** What the caller may see, a page at a time (spec 3 §2, §7): a `TaskListResponse` as PostgreSQL has written it. */
export const listTasks = async (
  db: Database,
  caller: SignedInCaller,
  query: PageRequest['query'],
): Promise<JsonText> => {
  const { tenantScope, actor } = caller;
  const after = readCursor(query, query.cursor);
  const limit = query.limit ?? limits.pageSize;
  const page: PageRequest = { query, limit, after };
  const [[row] = []] = await readOrganization(
    db,
    tenantScope,
    (knex) => [selectPage(knex, caller, page)],
    // What a reporter has submitted is planned for how many it is.
    hasBasePermission(actor) ? 'generic' : 'custom',
  );
  const { tasks, last_key: key, last_id: id, found } = row as unknown as PageRow;
  const total = after?.total ?? found;
  const nextCursor =
    key !== null && id !== null && found > limit ? writeCursor(query, { key, id, total }) : null;
  const rest = JSON.stringify({ total, nextCursor });
  return { jsonText: ['{"success":true,"message":"","tasks":[', tasks ?? '', `],${rest.slice(1)}`] };
};
