/**
 * SQL that finds the ids of a list page at a cost that does not grow with the organization's tasks. PostgreSQL plans a
 * statement once for all callers (`Planning` in service-kit), without knowing how many tasks a filter matches.
 *
 * - `selectInOrder` reads the index of the sort key until the page is full, or sorts the caller's own tasks.
 * - `selectByName` orders by names from another table: reads the names in order, and each name's tasks by an index.
 * - `selectByValue` merges the newest or oldest tasks of each filter value.
 * - `selectByMatchCount` counts the matches at run time. It sorts a few and otherwise reads in order.
 *
 * docs/explanation/task-lists.md shows the SQL and what each function saves.
 */
import type { Actor } from '@obieg/service-kit';
import type { Position } from './list-cursor';
import {
  assigneeFilters,
  type ColumnFilter,
  columnFilters,
  type ListQuery,
  listConditions,
  priorityFilters,
  statusFilters,
  toConditions,
} from './list-filters';
import { type NamedKey, sortKeys } from './list-order';
import { hasBasePermission } from './tasks.policy';

export interface IdRequest {
  actor: Actor;
  query: ListQuery;
  /** Position of the last task of the previous page. */
  after: Position | undefined;
  /** Maximum number of ids. */
  count: number;
}

/** Sorting 10,000 tasks takes 15 ms. Reading 220,000 in order takes 180 ms if few of them match. */
const sortedTasksMax = 10_000;

const and = (conditions: readonly string[]): string => conditions.join('\n and ');

const beyond = ({ sortDirection }: ListQuery): '<' | '>' => (sortDirection === 'asc' ? '>' : '<');

const orderAndLimit = ({ query: { sortDirection }, count }: IdRequest, columns: readonly string[]): string =>
  `order by ${columns.map((column) => `${column} ${sortDirection}`).join(', ')} limit ${count}`;

/** SQL: `t` is after the previous page. */
const cursorConditions = ({ query, after }: IdRequest): string[] => {
  const { sql: key, type, fromCursor = (cursorKey) => cursorKey } = sortKeys[query.sortBy];
  const afterKey = fromCursor(`cast(:afterKey as ${type})`);
  return after ? [`(${key}, t.id) ${beyond(query)} (${afterKey}, :afterId)`] : [];
};

/** SQL: the matching tasks of `source`, which is named `t`. PostgreSQL uses the index of the sort key or sorts. */
const selectInOrder = (
  request: IdRequest,
  conditions: readonly string[] = [],
  source = 'tasks t',
): string => {
  const { actor, query } = request;
  const { sql: key, joins = '' } = sortKeys[query.sortBy];
  const taskConditions = listConditions(actor, query, columnFilters(query));
  return `
    select t.id, ${key} as sort_key from ${source} ${joins}
     where ${and([...conditions, ...taskConditions, ...cursorConditions(request)])}
     ${orderAndLimit(request, [key, 't.id'])}`;
};

/** SQL: the matching tasks in the order of names. Stops reading names when the page is full. */
const selectByName = (
  request: IdRequest,
  { selectNames, columns }: NamedKey,
  conditions: readonly string[] = [],
): string => {
  const { actor, query, after } = request;
  const isNamed = ({ column }: ColumnFilter): boolean => column in columns;
  const filters = columnFilters(query);
  const taskFilters = filters.filter((filter) => !isNamed(filter));
  const isOfName = Object.entries(columns).map(([column, indexed]) => `${indexed} = n.${column}`);
  const taskConditions = [...isOfName, ...listConditions(actor, query, taskFilters)];
  const nameConditions = [...conditions, ...toConditions(filters.filter(isNamed), 'n')];
  if (after) {
    taskConditions.push(`(n.sort_key, t.id) ${beyond(query)} (cast(:afterKey as text), :afterId)`);
    nameConditions.push(`n.sort_key ${beyond(query)}= cast(:afterKey as text)`);
  }
  return `
    select t.id, n.sort_key
      from (${selectNames} order by sort_key ${query.sortDirection}) n
      cross join lateral (
        select t.id from tasks t where ${and(taskConditions)} ${orderAndLimit(request, ['t.id'])}) t
     where ${and(['true', ...nameConditions])}
     ${orderAndLimit(request, ['n.sort_key', 't.id'])}`;
};

/** SQL: ids of the tasks that match the filter and the conditions. `order` orders and limits the tasks of each value. */
const selectMatches = (
  { column, indexed = `t.${column}`, values }: ColumnFilter,
  conditions: readonly string[],
  order: string,
): string => `
  select t.id
    from (select distinct unnest(${values}) as value) v
    cross join lateral (
      select t.id from tasks t where ${and([`${indexed} = v.value`, ...conditions])} ${order}) t`;

/** SQL: the newest or oldest tasks that match `first` and all other filters. */
const selectByValue = (request: IdRequest, first: ColumnFilter, others: readonly ColumnFilter[]): string => {
  const conditions = [...listConditions(request.actor, request.query, others), ...cursorConditions(request)];
  const order = orderAndLimit(request, ['t.id']);
  return `select t.id, t.id as sort_key from (${selectMatches(first, conditions, order)}) t ${order}`;
};

/** SQL: the matching tasks by one of two branches. PostgreSQL runs only the branch whose condition is true. */
const selectByMatchCount = (
  request: IdRequest,
  first: ColumnFilter,
  others: readonly ColumnFilter[],
): string => {
  // Only its own index contains the priority. To read each task for it costs more than to sort additional tasks.
  const counted = others.filter(({ column }) => column !== 'priority');
  const conditions = ['t.deleted_at is null', ...toConditions(counted)];
  const limit = `limit ${sortedTasksMax + 1}`;
  // `offset 0` prevents a join with all tasks.
  const matchingTasks = `matches m cross join lateral (select * from tasks t where t.id = m.id offset 0) t`;
  const isFew = `(select count(*) <= ${sortedTasksMax} from matches)`;
  const { named } = sortKeys[request.query.sortBy];
  return `
    with matches as materialized (${selectMatches(first, conditions, `order by t.id desc ${limit}`)} ${limit})
    (${selectInOrder(request, [isFew], matchingTasks)})
    union all
    (${named ? selectByName(request, named, [`not ${isFew}`]) : selectInOrder(request, [`not ${isFew}`])})`;
};

/** Whether the index or names of the sort key also serve all filters. */
const isFilteredBySortKey = (query: ListQuery): boolean => {
  if (assigneeFilters(query).length > 0) return false;
  if (query.sortBy === 'statusName') return priorityFilters(query).length === 0;
  return query.sortBy === 'priority' && statusFilters(query).length === 0;
};

/** SQL: `id` and `sort_key` of the tasks that the caller may see and that match the query, in order. */
export const selectIds = (request: IdRequest): string => {
  const { actor, query } = request;
  if (!hasBasePermission(actor) || query.assignedToMe) return selectInOrder(request);
  const { named } = sortKeys[query.sortBy];
  const [first, ...others] = columnFilters(query);
  if (!first || isFilteredBySortKey(query))
    return named ? selectByName(request, named) : selectInOrder(request);
  // PostgreSQL underestimates how many tasks match a search, and would sort instead of reading in order.
  const isByValue = query.sortBy === 'createdAt' && !query.search;
  return isByValue ? selectByValue(request, first, others) : selectByMatchCount(request, first, others);
};
