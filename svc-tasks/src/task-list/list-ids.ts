/**
 * SQL that finds the ids of a list page at a cost that does not grow with the organization's tasks. PostgreSQL plans a
 * statement once for all callers (`Planning` in service-kit), without knowing how many tasks a filter matches.
 *
 * - `selectInOrder` reads the index of the sort key until the page is full, or sorts the caller's own tasks.
 * - `selectByName` orders by names from another table: reads the names in order, and each name's tasks by an index.
 * - `selectByValue` merges the newest or oldest tasks of each filter value.
 * - `selectByMatchCount` counts the matches at run time. It sorts a few and otherwise reads in order.
 * - `selectSubmittersList` does the same with the tasks that the caller submitted.
 * - `selectMerged` reads the unrestricted tasks by one of these and adds the restricted ones of the caller.
 * - A search reads its candidates or the entries of its words instead, see `search-plan.ts`.
 *
 * The folder sql has the final SQL of three typical requests. docs/explanation/task-lists.md explains what each function
 * saves.
 */
import type { Actor } from '@obieg/service-kit';
import { restrictedTasks, selectSubmitted, type TaskSource, unrestrictedTasks } from '../policy/task-sources';
import {
  candidateConditions,
  candidatesInOrder,
  type FewPlan,
  matchConditions,
  selectCandidates,
  selectCandidatesByRelevance,
  selectEntriesByRelevance,
  taskRelevance,
} from '../search/search-ids';
import type { SearchPlan } from '../search/search-plan';
import type { Position } from './list-cursor';
import {
  type ColumnFilter,
  columnFilters,
  isSubmittersList,
  type ListQuery,
  listConditions,
  listedTasks,
  readableAnswers,
  shortlistConditions,
  toConditions,
} from './list-filters';
import { type ListOrder, type NamedKey, type SortKey, sortKeys } from './list-order';
import { haveRunningTargets } from './target-filter';
import { unindexedConditions } from './unindexed-search';

export interface IdRequest {
  actor: Actor;
  query: ListQuery;
  /** Position of the last task of the previous page. */
  after: Position | undefined;
  /** Undefined without a search. */
  plan: SearchPlan | undefined;
  /** Maximum number of ids. */
  count: number;
}

/** A request for the tasks of one source. */
interface SourceRequest extends IdRequest {
  source: TaskSource;
}

/** Sorting 10,000 tasks takes 15 ms. Reading 220,000 in order takes 180 ms if few of them match. */
const sortedTasksMax = 10_000;

const and = (conditions: readonly string[]): string => conditions.join('\n and ');

const beyond = ({ sortDirection }: ListQuery): '<' | '>' => (sortDirection === 'asc' ? '>' : '<');

const orderAndLimit = ({ query: { sortDirection }, count }: IdRequest, columns: readonly string[]): string =>
  `order by ${columns.map((column) => `${column} ${sortDirection}`).join(', ')} limit ${count}`;

const sortKeyOf = ({ actor, query: { sortBy }, plan }: IdRequest): SortKey => {
  if (sortBy !== 'relevance') return sortKeys[sortBy];
  if (!plan) throw new TypeError('Only a search has a relevance');
  return { sql: taskRelevance(actor, plan), type: 'bigint' };
};

/** SQL: `t` matches the search. */
const searchConditions = ({ actor, query, plan }: IdRequest): string[] => {
  if (!plan) return [];
  if (plan.method === 'unindexed') return unindexedConditions(actor, query.search).conditions;
  return plan.method === 'few' ? candidateConditions(actor, plan) : matchConditions(actor, plan);
};

/** The only column whose filters the index or names of a sort key also serve. */
const filteredColumns: Partial<Record<ListOrder, string>> = {
  statusName: 'status_id',
  priority: 'priority',
  creationTime: 'created_at',
  lastUpdatedAt: 'updated_at',
  dueAt: 'due_at',
  nextTargetAt: 'next_target_at',
};

const isFilteredBySortKey = (query: ListQuery): boolean =>
  columnFilters(query).every(({ column }) => column === filteredColumns[query.sortBy]);

/**
 * A plan for all callers takes any range for a narrow one. PostgreSQL would read its whole index and sort, instead of
 * reading the index of the sort key. No index serves a `case`.
 */
const hideRange = (filter: ColumnFilter): ColumnFilter =>
  filter.range
    ? { ...filter, condition: `(case when ${toConditions([filter]).join('')} then true else false end)` }
    : filter;

/** SQL: `t` is in the list. Only the index of a sort key or of `first` in `selectByMatchCount` serves a range. */
const conditionsOf = (request: SourceRequest, filters: readonly ColumnFilter[]): string[] => [
  ...listConditions(
    request.actor,
    request.query,
    isFilteredBySortKey(request.query) ? filters : filters.map(hideRange),
    request.source,
  ),
  ...searchConditions(request),
];

/** SQL: `t` is after the previous page. */
const cursorConditions = (request: IdRequest): string[] => {
  const { query, after } = request;
  const { sql: key, type, fromCursor = (cursorKey) => cursorKey } = sortKeyOf(request);
  const afterKey = fromCursor(`cast(:afterKey as ${type})`);
  return after ? [`(${key}, t.id) ${beyond(query)} (${afterKey}, :afterId)`] : [];
};

/** SQL: the matching tasks of `from`. PostgreSQL uses the index of the sort key or sorts. */
const selectInOrder = (
  request: SourceRequest,
  conditions: readonly string[] = [],
  from = request.source.from,
): string => {
  const { query } = request;
  const { sql: key, joins = '' } = sortKeyOf(request);
  const taskConditions = conditionsOf(request, columnFilters(query));
  return `
    select t.id, ${key} as sort_key from ${from} ${joins}
     where ${and([...conditions, ...taskConditions, ...cursorConditions(request)])}
     ${orderAndLimit(request, [key, 't.id'])}`;
};

/**
 * SQL: the matching tasks in the order of a key that few tasks have. Only these are in its index; the others follow by
 * their ids. In ascending order, these are read only if the page has room.
 */
const selectByPartialKey = (
  request: SourceRequest,
  { isIndexed, rest }: NonNullable<SortKey['partial']>,
  conditions: readonly string[] = [],
): string => {
  const { query, after } = request;
  const keyed = selectInOrder(request, [isIndexed, ...conditions]);
  if (haveRunningTargets(query)) return keyed;
  const isAfter = `(${rest}, t.id) ${beyond(query)} (${sortKeys.nextTargetAt.fromCursor?.('cast(:afterKey as bigint)')}, :afterId)`;
  const others = and([
    ...conditions,
    `not (${isIndexed})`,
    ...conditionsOf(request, columnFilters(query)),
    ...(after ? [isAfter] : []),
    ...(query.sortDirection === 'asc' ? [`(select count(*) < ${request.count} from keyed)`] : []),
  ]);
  return `
    with keyed as materialized (${keyed})
    select id, sort_key from (
      (select id, sort_key from keyed)
      union all
      (select t.id, ${rest} as sort_key from ${request.source.from} where ${others}
        ${orderAndLimit(request, ['t.id'])})) t
    ${orderAndLimit(request, ['sort_key', 'id'])}`;
};

/** SQL: the matching tasks in the order of names. Stops reading names when the page is full. */
const selectByName = (
  request: SourceRequest,
  { selectNames, columns }: NamedKey,
  conditions: readonly string[] = [],
): string => {
  const { query, after } = request;
  const isNamed = ({ column }: ColumnFilter): boolean => column in columns;
  const filters = columnFilters(query);
  const taskFilters = filters.filter((filter) => !isNamed(filter));
  const isOfName = Object.entries(columns).map(([column, indexed]) => `${indexed} = n.${column}`);
  const taskConditions = [...isOfName, ...conditionsOf(request, taskFilters)];
  const nameConditions = [...conditions, ...toConditions(filters.filter(isNamed), 'n')];
  if (after) {
    taskConditions.push(`(n.sort_key, t.id) ${beyond(query)} (cast(:afterKey as text), :afterId)`);
    nameConditions.push(`n.sort_key ${beyond(query)}= cast(:afterKey as text)`);
  }
  return `
    select t.id, n.sort_key
      from (${selectNames(request.source.isLive)} order by sort_key ${query.sortDirection}) n
      cross join lateral (
        select t.id from tasks t where ${and(taskConditions)} ${orderAndLimit(request, ['t.id'])}) t
     where ${and(['true', ...nameConditions])}
     ${orderAndLimit(request, ['n.sort_key', 't.id'])}`;
};

/** SQL: the matching tasks in order, by the index of the sort key; names are sorted. */
const selectUnnamed = (request: SourceRequest, conditions: readonly string[] = []): string => {
  const { partial } = sortKeyOf(request);
  return partial ? selectByPartialKey(request, partial, conditions) : selectInOrder(request, conditions);
};

/** SQL: the matching tasks in order, by the index of the sort key or what replaces it. */
const selectByKey = (request: SourceRequest, conditions: readonly string[] = []): string => {
  const { named } = sortKeyOf(request);
  return named ? selectByName(request, named, conditions) : selectUnnamed(request, conditions);
};

/** SQL: ids of the tasks that match the filter and the conditions. `order` orders and limits the tasks of each value. */
const selectMatches = (
  { column, indexed = `t.${column}`, values, range, matchesValue = `${indexed} = v.value` }: ColumnFilter,
  conditions: readonly string[],
  order: string,
): string =>
  range
    ? // The order names the index. Few tasks can be in the range, which no statistics tell.
      `select t.id from tasks t where ${and([range, ...conditions])} order by ${indexed}`
    : `
  select t.id
    from (select distinct unnest(${values}) as value) v
    cross join lateral (
      select t.id from tasks t where ${and([matchesValue, ...conditions])} ${order}) t`;

/** SQL: the newest or oldest tasks that match `first` and all other filters. */
const selectByValue = (
  request: SourceRequest,
  first: ColumnFilter,
  others: readonly ColumnFilter[],
): string => {
  const conditions = [...conditionsOf(request, others), ...cursorConditions(request)];
  const order = orderAndLimit(request, ['t.id']);
  return `select t.id, t.id as sort_key from (${selectMatches(first, conditions, order)}) t ${order}`;
};

/**
 * SQL: the tasks of the list among `matches`, by one of two branches. PostgreSQL runs only the branch whose condition is
 * true.
 *
 * @param matches SQL: ids of tasks, at least all that are in the list
 */
const selectByCount = (
  request: SourceRequest,
  matches: string,
  readInOrder: (conditions: readonly string[]) => string,
): string => {
  // `offset 0` prevents a join with all tasks.
  const matchingTasks = `matches m cross join lateral (select * from tasks t where t.id = m.id offset 0) t`;
  const isFew = `(select count(*) <= ${sortedTasksMax} from matches)`;
  return `
    with matches as materialized (${matches} limit ${sortedTasksMax + 1})
    (${selectInOrder(request, [isFew], matchingTasks)})
    union all
    (${readInOrder([`not ${isFew}`])})`;
};

/** SQL: the matching tasks by the number of those that match `first` and the other filters. */
const selectByMatchCount = (
  request: SourceRequest,
  first: ColumnFilter,
  others: readonly ColumnFilter[],
): string => {
  // Only its own index contains the priority. To read each task for it costs more than to sort additional tasks.
  const counted = others.filter(({ column }) => column !== 'priority');
  const conditions = [request.source.isLive, ...toConditions(counted)];
  const newest = `order by t.id desc limit ${sortedTasksMax + 1}`;
  return selectByCount(request, selectMatches(first, conditions, newest), (isRead) =>
    selectByKey(request, isRead),
  );
};

/** SQL: the candidates of a search, sorted. */
const selectFromCandidates = (request: SourceRequest, plan: FewPlan): string => `
  with candidates as materialized (${selectCandidates(plan)})
  ${selectInOrder(request, [], candidatesInOrder(request.query.sortDirection))}`;

/** Whether the list contains only tasks of the caller, which are few enough to sort. */
export const isOwnList = (actor: Actor, query: ListQuery): boolean =>
  isSubmittersList(actor, query) || [query.assignedToMe, query.watched, query.unread].includes(true);

/**
 * Whether the ids can be found in the order of relevance. Otherwise most tasks match in an unknown order, and the list
 * is sorted by creation time.
 */
export const isSortedByRelevance = (actor: Actor, query: ListQuery, { method }: SearchPlan): boolean =>
  method === 'few' ||
  (method !== 'unindexed' && isOwnList(actor, query)) ||
  (method === 'ordered' && columnFilters(query).length === 0);

/** SQL: the ids by relevance, if an index has that order. */
const selectByRelevance = ({ actor, query, after, plan, count }: IdRequest): string | undefined => {
  const conditions = listConditions(actor, query, columnFilters(query));
  const request = { actor, conditions, afterRelevance: after && Number(after.key), count };
  if (plan?.method === 'few') return selectCandidatesByRelevance(plan, request);
  const isOrdered =
    plan?.method === 'ordered' && !isOwnList(actor, query) && columnFilters(query).length === 0;
  return isOrdered ? selectEntriesByRelevance(plan, request) : undefined;
};

/** SQL: the matching tasks of the source in order, at a cost that does not grow with it. */
const selectFromTable = (request: SourceRequest): string => {
  const { query, plan } = request;
  const [first, ...others] = columnFilters(query);
  if (!first || isFilteredBySortKey(query)) return selectByKey(request);
  // PostgreSQL underestimates how many tasks match a search, and would sort instead of reading in order.
  const isByValue = query.sortBy === 'createdAt' && !plan && first.range === undefined;
  return isByValue ? selectByValue(request, first, others) : selectByMatchCount(request, first, others);
};

/** SQL: the matching restricted tasks of the caller in order. */
const selectRestricted = (request: IdRequest, conditions: readonly string[] = []): string => {
  const { actor, query } = request;
  const { sql, joins = '' } = sortKeyOf(request);
  const { from, isLive, visibility } = restrictedTasks(actor, {
    conditions: [...shortlistConditions(actor, query), ...cursorConditions(request)],
    order: { sql, joins, direction: query.sortDirection },
  });
  const taskConditions = [
    isLive,
    ...visibility,
    ...readableAnswers(actor, query),
    ...searchConditions(request),
  ];
  return `
    select t.id, m.sort_key from ${from}
     where ${and([...conditions, ...taskConditions])}
     ${orderAndLimit(request, ['m.sort_key', 'm.id'])}`;
};

/** SQL: unrestricted and restricted tasks in order. */
const merge = (request: IdRequest, unrestricted: string, restricted: string): string => `
  select id, sort_key from (
    (${unrestricted})
    union all
    (${restricted})) merged
  ${orderAndLimit(request, ['sort_key', 'id'])}`;

/** SQL: the matching tasks, without reading restricted tasks of others. */
const selectMerged = (request: IdRequest): string =>
  merge(request, selectFromTable({ ...request, source: unrestrictedTasks }), selectRestricted(request));

/**
 * SQL: the matching tasks among those that the caller submitted, without reading restricted tasks of others. No index
 * has the relevance of one author's tasks, so all of them are sorted by it.
 */
const selectSubmittersList = (request: SourceRequest): string => {
  const { visibility } = request.source;
  const readInOrder = (isRead: readonly string[]): string =>
    request.query.sortBy === 'relevance'
      ? selectInOrder(request, isRead, `(${selectSubmitted('*')}) t`)
      : merge(
          request,
          selectUnnamed({ ...request, source: { ...unrestrictedTasks, visibility } }, isRead),
          selectRestricted(request, [...isRead, ...visibility]),
        );
  return selectByCount(request, selectSubmitted('t.id'), readInOrder);
};

/** SQL: `id` and `sort_key` of the tasks that the caller may see and that match the query, in order. */
export const selectIds = (request: IdRequest): string => {
  const { actor, query, plan } = request;
  const byRelevance = query.sortBy === 'relevance' ? selectByRelevance(request) : undefined;
  if (byRelevance) return byRelevance;
  const all = { ...request, source: listedTasks(actor, query) };
  if (plan?.method === 'few') return selectFromCandidates(all, plan);
  if (isSubmittersList(actor, query)) return selectSubmittersList(all);
  return isOwnList(actor, query) ? selectInOrder(all) : selectMerged(request);
};
