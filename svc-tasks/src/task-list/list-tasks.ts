import { setImmediate } from 'node:timers/promises';
import { limits, type TaskListItem, type TaskOrder, type taskListQuerySchema } from '@obieg/contracts';
import {
  type Database,
  type JsonText,
  problem,
  readOrganization,
  withOrganization,
} from '@obieg/service-kit';
import type { Knex } from 'knex';
import type * as z from 'zod';
import type { SignedInCaller } from '../callers/caller';
import { isReaderRead, readerCte } from '../policy/reader-sql';
import { hasBasePermission, readerBindings } from '../policy/tasks.policy';
import { buildMatch, type MatchedText } from '../search/build-match';
import { joinMatch, matchedKind, matchedText } from '../search/readable-texts';
import { isCountable, searchBindings } from '../search/search-ids';
import { planSearch, type SearchPlan } from '../search/search-plan';
import { createPresentTargets, type StoredTarget } from '../target-clocks/present-targets';
import { listItemJoins } from '../tasks/task-summary';
import { presentOwnTask } from '../tasks/tasks.presenter';
import { getConfiguration, recallConfiguration } from '../workflow-model/configuration.repo';
import { type PageStart, type Position, readCursor, writeCursor } from './list-cursor';
import { columnFilters, filterBindings, type ListQuery } from './list-filters';
import { isOwnList, isSortedByRelevance, selectIds } from './list-ids';
import { sortKeys } from './list-order';
import { unindexedConditions } from './unindexed-search';

/** A list shows "1000 or more" above this number. */
const countLimit = 1_000;

interface PageRequest {
  query: ListQuery;
  limit: number;
  after: Position | undefined;
  /** Undefined without a search. */
  plan: SearchPlan | undefined;
}

/** Counting the matches of a common word would cost more than the page. */
const isCounted = ({ actor }: SignedInCaller, { query, plan }: PageRequest): boolean =>
  !plan || isCountable(plan) || isOwnList(actor, query);

/**
 * Literal limits of the number of ids. With a parameter, PostgreSQL would plan for a tenth of all tasks. The first page
 * counts the matches; the others only detect a next page.
 */
const idCountOf = (caller: SignedInCaller, page: PageRequest): number => {
  if (!page.after && isCounted(caller, page)) return countLimit;
  return (page.limit <= limits.pageSize ? limits.pageSize : limits.pageSizeMax) + 1;
};

/** SQL: a JSON array, aligned with the tasks of the page `p`, of the texts that match. */
const matchesOf = ({ actor }: SignedInCaller, { plan, query }: PageRequest) => {
  if (!plan || plan.method === 'unindexed') return { column: 'null::json', join: '' };
  // The relevance says that the title matches. No document is read then.
  const isInTitle = query.sortBy === 'relevance' ? 'p.sort_key = 1' : 'false';
  return {
    column: `json_build_object('kind', ${matchedKind(isInTitle)}, 'text', ${matchedText(actor)})`,
    join: joinMatch(actor, plan.needles, isInTitle),
  };
};

/** Finds and counts the ids, then reads the tasks of the page and writes them as JSON, in one statement. */
export const selectPage = (knex: Knex, caller: SignedInCaller, page: PageRequest): Knex.Raw => {
  const { actor } = caller;
  const { query, limit, after, plan } = page;
  const { sortBy, sortDirection } = query;
  const toCursor = (sortBy === 'relevance' ? undefined : sortKeys[sortBy].toCursor) ?? ((key: string) => key);
  const order = `order by p.sort_key ${sortDirection}, p.id ${sortDirection}`;
  const { column, join } = matchesOf(caller, page);
  return knex.raw(
    `with ${readerCte}, found as (${selectIds({ actor, query, after, plan, count: idCountOf(caller, page) })}),
     page as (
       select id, sort_key from found order by sort_key ${sortDirection}, id ${sortDirection} limit :limit
     ),
     last as (
       select id, sort_key from page order by sort_key ${sortDirection}, id ${sortDirection} offset :limit - 1
     )
     select (select count(*) from found) as found,
            (select ${toCursor('sort_key')} from last) as last_key,
            (select id from last) as last_id,
            read.*
       from (select json_agg(summary ${order})::text as tasks, coalesce(bool_or(t.has_targets), false) as has_targets,
                    ${plan ? `json_agg(${column} ${order})::text` : 'null'} as matches
               from page p cross join lateral (select * from tasks t where t.id = p.id offset 0) t ${join}
                    ${listItemJoins(hasBasePermission(actor))}
              where ${isReaderRead}) read`,
    {
      ...readerBindings(actor),
      ...filterBindings(query),
      ...(plan ? { ...searchBindings(plan), ...unindexedConditions(actor, query.search).bindings } : {}),
      limit,
      afterKey: after?.key,
      afterId: after?.id,
    },
  );
};

interface PageRow {
  /** JSON array of `TaskListItem`; null if there are none. */
  tasks: string | null;
  has_targets: boolean;
  /** JSON array of `MatchedText`; null without a search. */
  matches: string | null;
  /** Position of the last task of a full page. */
  last_key: Position['key'] | null;
  last_id: number | null;
  /** Number of matches up to the limit; more than the page size if there is a next page. */
  found: number;
}

/** Computes what has elapsed of the targets of a member's list. */
const presentListedTargets = async (db: Database, caller: SignedInCaller, tasks: string): Promise<string> => {
  const configuration =
    recallConfiguration(caller.organizationId) ??
    (await withOrganization(db, caller.tenantScope, (tx) => getConfiguration(tx, caller)));
  const present = createPresentTargets(configuration, Date.now());
  const items = JSON.parse(tasks) as (Omit<TaskListItem, 'targets'> & { targets: StoredTarget[] | null })[];
  return JSON.stringify(items.map((item) => ({ ...item, targets: item.targets && present(item.targets) })));
};

/**
 * Masks the addresses of members in a reporter's list. The JSON array of a member passes unparsed, unless a task has
 * targets.
 */
const presentTasks = async (
  db: Database,
  caller: SignedInCaller,
  { tasks, has_targets }: PageRow,
): Promise<string | null> => {
  if (tasks === null) return null;
  if (!hasBasePermission(caller.actor))
    return JSON.stringify((JSON.parse(tasks) as TaskListItem[]).map(presentOwnTask));
  return has_targets ? presentListedTargets(db, caller, tasks) : tasks;
};

/** Characters between two turns of the event loop: at most 10 ms. */
const charactersPerTurn = 40_000;

/** Adds where each task matches. Without a search, the JSON array passes unparsed. */
const addMatches = async (
  tasks: string | null,
  { matches }: PageRow,
  plan: SearchPlan | undefined,
): Promise<string> => {
  if (!plan || plan.method === 'unindexed' || !tasks || !matches) return tasks ?? '[]';
  const items = JSON.parse(tasks) as TaskListItem[];
  const texts = JSON.parse(matches) as MatchedText[];
  const found: TaskListItem[] = [];
  let characters = 0;
  for (const [index, task] of items.entries()) {
    const text = texts[index] ?? { kind: null, text: null };
    found.push({ ...task, match: buildMatch(text, task, plan.needles) });
    characters += text.text?.length ?? 0;
    if (characters < charactersPerTurn) continue;
    await setImmediate();
    characters = 0;
  }
  return JSON.stringify(found);
};

type Request = z.output<typeof taskListQuerySchema>;

const orderOf = ({ sortBy, search = '' }: Request): TaskOrder => {
  if (sortBy && sortBy !== 'relevance') return sortBy;
  return search.trim() === '' ? 'createdAt' : 'relevance';
};

/** The order of the page: the cursor's, or whether the search can be sorted by relevance. */
const resolveOrder = (
  { actor }: SignedInCaller,
  query: ListQuery,
  after: PageStart | undefined,
  plan: SearchPlan | undefined,
): ListQuery => {
  if (after) return { ...query, sortBy: after.sortBy };
  const canSort = plan && isSortedByRelevance(actor, query, plan);
  if (query.sortBy === 'relevance' && !canSort) return { ...query, sortBy: 'createdAt' };
  const [first] = columnFilters(query);
  const isByTime = query.sortBy === 'createdAt' && first?.column === 'created_at' && !plan;
  return isByTime ? { ...query, sortBy: 'creationTime' } : query;
};

const noTasks: PageRow = {
  tasks: null,
  has_targets: false,
  matches: null,
  last_key: null,
  last_id: null,
  found: 0,
};

/**
 * Presents a row of `selectPage`; without a row, an empty page. @returns JSON texts: the array of tasks, and the further
 * members up to the closing brace
 */
export const presentPage = async (
  db: Database,
  caller: SignedInCaller,
  page: PageRequest,
  row: unknown = noTasks,
): Promise<{ tasks: string; rest: string }> => {
  const { query, limit, after, plan } = page;
  const { last_key: key, last_id: id, found } = row as PageRow;
  const total = after?.total ?? found;
  const hasNext = key !== null && id !== null && found > limit;
  const nextCursor = hasNext ? writeCursor(query, { key, id, total }) : null;
  const isTotalExact = isCounted(caller, page) || (!after && !hasNext);
  const rest = JSON.stringify({
    total,
    ...(isTotalExact ? {} : { isTotalExact }),
    ...(plan?.isComplete === false ? { isSearchComplete: false } : {}),
    nextCursor,
  });
  const tasks = await presentTasks(db, caller, row as PageRow);
  return { tasks: await addMatches(tasks, row as PageRow, plan), rest: rest.slice(1) };
};

const present = async (
  db: Database,
  caller: SignedInCaller,
  page: PageRequest,
  row?: unknown,
): Promise<JsonText> => {
  const { tasks, rest } = await presentPage(db, caller, page, row);
  return { jsonText: [`{"success":true,"message":"","tasks":`, tasks, `,${rest}`] };
};

/** Reads the cursor and plans the search. @throws 403 if a reporter uses answers, of which some are internal, or targets */
export const planPage = async (
  db: Database,
  caller: SignedInCaller,
  request: Request,
): Promise<PageRequest> => {
  const isForMembers = request.answers || request.target || request.sortBy === 'nextTargetAt';
  if (isForMembers && !hasBasePermission(caller.actor)) throw problem.forbidden();
  const sortBy = orderOf(request);
  // Relevance has no direction.
  const requested = {
    ...request,
    sortBy,
    ...(sortBy === 'relevance' ? { sortDirection: 'desc' as const } : {}),
  };
  const after = readCursor(requested, request.cursor);
  const isByRelevance =
    (after?.sortBy ?? sortBy) === 'relevance' &&
    !isOwnList(caller.actor, requested) &&
    columnFilters(requested).length === 0;
  const plan = await planSearch(db, caller, request.search, isByRelevance);
  const query = resolveOrder(caller, requested, after, plan);
  return { query, limit: query.limit ?? limits.pageSize, after, plan };
};

/** Lists the tasks that the caller may see, one page at a time (spec 3 §2, §7). */
export const listTasks = async (
  db: Database,
  caller: SignedInCaller,
  request: Request,
): Promise<JsonText> => {
  const { tenantScope, actor } = caller;
  const page = await planPage(db, caller, request);
  if (page.plan?.method === 'none') return present(db, caller, page);
  const [[row] = []] = await readOrganization(
    db,
    tenantScope,
    (knex) => [selectPage(knex, caller, page)],
    // The best plan for an author depends on the number of submitted tasks.
    hasBasePermission(actor) && !request.submittedByMe && !request.watched ? 'generic' : 'custom',
  );
  return present(db, caller, page, row);
};
