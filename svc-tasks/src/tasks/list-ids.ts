import type { Actor } from '@obieg/service-kit';
import {
  type ColumnFilter,
  columnFilters,
  describeFilter,
  ownFilters,
  type PageRequest,
  priorityFilters,
  statusFilters,
  toConditions,
} from './list-filters';
import { asIs, sortKeys } from './list-order';
import { hasBasePermission } from './tasks.policy';

type PageQuery = PageRequest['query'];

/** So many are soon read and sorted; where there are more, a page is soon full by going through all in order. */
const fewMax = 10_000;

/** SQL: for each id of the filter the tasks that its index has, in order of their own ids, `count` at most. */
const selectOfEach = (
  { column, indexed = `t.${column}`, ids }: ColumnFilter,
  conditions: readonly string[],
  order: string,
  count: string | number,
): string => `
  select t.id
    from (select distinct unnest(${ids}) as id) k
    cross join lateral (
      select t.id from tasks t
       where ${[`${indexed} = k.id`, ...conditions].join('\n and ')}
       order by t.id ${order} limit ${count}) t`;

/**
 * SQL: of each of the caller's groups, of each status or of each priority, as many as are wanted, by the index of its
 * tasks. Left to itself PostgreSQL looks through all tasks for those, of which there may be none.
 */
const selectMerged = (actor: Actor, { query, after }: PageRequest, count: string): string => {
  const { sortDirection } = query;
  const [first, ...others] = columnFilters(query);
  const conditions = [
    describeFilter(actor, query, others),
    ...(after ? [`t.id ${sortDirection === 'asc' ? '>' : '<'} :afterId`] : []),
  ];
  return `select t.id, t.id as sort_key
    from (${selectOfEach(first as ColumnFilter, conditions, sortDirection, count)}) t
   order by t.id ${sortDirection} limit ${count}`;
};

/** SQL: what holds for tasks after the cursor, in the order of the list. */
const isAfterCursor = ({ query: { sortBy, sortDirection }, after }: PageRequest): string => {
  const { sql: key, type, fromCursor = asIs } = sortKeys[sortBy];
  const further = sortDirection === 'asc' ? '>' : '<';
  return after ? `(${key}, t.id) ${further} (${fromCursor(`cast(:afterKey as ${type})`)}, :afterId)` : 'true';
};

/** SQL: what of `source`, called `t`, the caller may see and asks for: all of it sorted, or an index gone through. */
const selectSorted = (
  source: string,
  actor: Actor,
  page: PageRequest,
  conditions: readonly string[],
  count: string,
): string => {
  const { sortBy, sortDirection } = page.query;
  const { sql: key, joins = '' } = sortKeys[sortBy];
  const filters = columnFilters(page.query);
  return `select t.id, ${key} as sort_key from ${source} ${joins}
    where ${[...conditions, describeFilter(actor, page.query, filters), isAfterCursor(page)].join('\n and ')}
    order by ${key} ${sortDirection}, t.id ${sortDirection} limit ${count}`;
};

/** SQL: the same in order, without reading much more than is wanted where there is much of it. */
const selectInOrder = (
  actor: Actor,
  page: PageRequest,
  conditions: readonly string[],
  count: string,
): string => {
  const { query } = page;
  const { sortBy, sortDirection } = query;
  const isFirst = !page.after;
  const { type, walk, fromCursor = asIs } = sortKeys[sortBy];
  const own = ownFilters(query);
  const isInStep = ({ column }: ColumnFilter): boolean => walk?.columns.includes(column) === true;
  // One's own tasks are few: sorting them is less than looking for them at each step.
  if (!walk || !hasBasePermission(actor) || query.assignedToMe || !own.every(isInStep))
    return selectSorted('tasks t', actor, page, conditions, count);

  const afterKey = fromCursor(`cast(:afterKey as ${type})`);
  const [further, nearer, start] =
    sortDirection === 'asc' ? ['>', '<', 0] : ['<', '>', Number.MAX_SAFE_INTEGER];
  const filters = columnFilters(query);
  const step = walk.columns.map((column) => `k.${column}`).join(', ');
  const ofTask = walk.ofTask.join(', ');
  const ofSteps = filters.filter(isInStep).map(({ column, is }) => `k.${column} ${is}`);
  const ofTasks = filters.filter((filter) => !isInStep(filter));
  const startOfStep = isFirst
    ? start
    : `case when k.sort_key = ${afterKey} then cast(:afterId as bigint) else ${start} end`;
  // Bounds rather than equality: only the index that has this order saves the planner a sort.
  return `select t.id, k.sort_key
    from (${walk.steps} order by sort_key ${sortDirection}) k
    cross join lateral (
      select t.id from tasks t
       where (${ofTask}, t.id) ${further} (${step}, ${startOfStep}) and (${ofTask}) ${nearer}= (${step})
         and ${describeFilter(actor, query, ofTasks)}
       order by ${[...walk.ofTask, 't.id'].map((column) => `${column} ${sortDirection}`).join(', ')} limit ${count}) t
   where ${[...conditions, isFirst ? 'true' : `k.sort_key ${further}= ${afterKey}`, ...ofSteps].join('\n and ')}
   order by k.sort_key ${sortDirection}, t.id ${sortDirection} limit ${count}`;
};

/**
 * SQL: whether the filters leave few tasks, which are found by an index and sorted, or many, so that the first of them
 * are soon met in order, is found out as the statement runs: it is planned before anybody knows.
 */
const selectFewOrInOrder = (actor: Actor, page: PageRequest, count: string): string => {
  const [first, ...others] = columnFilters(page.query);
  // What the index of the first has beside; no index of another column has the priority, and to read the tasks for it
  // would take longer than to sort some more of them.
  const beside = others.filter(({ column }) => column !== 'priority');
  const conditions = ['t.deleted_at is null', ...toConditions(beside)];
  // The offset keeps the planner from joining all tasks.
  const ofFew = `few cross join lateral (select * from tasks t where t.id = few.id offset 0) t`;
  return `with few as materialized (
      ${selectOfEach(first as ColumnFilter, conditions, 'desc', fewMax + 1)} limit ${fewMax + 1}
    )
    (${selectSorted(ofFew, actor, page, [`(select count(*) <= ${fewMax} from few)`], count)})
    union all
    (${selectInOrder(actor, page, [`(select count(*) > ${fewMax} from few)`], count)})`;
};

const isOfOwn = ({ assignedToMe, assignedToMyGroups }: PageQuery): boolean =>
  assignedToMe === true || assignedToMyGroups === true;
const isFiltered = (query: PageQuery): boolean => columnFilters(query).length > 0;

/** Whether one index has the ids in order, so that reading some of them and counting more of them is little work. */
export const isInOrderOfIndex = (actor: Actor, query: PageQuery): boolean =>
  hasBasePermission(actor) &&
  query.sortBy === 'createdAt' &&
  !query.search &&
  priorityFilters(query).length === 0 &&
  (query.assignedToMe === true || !isFiltered(query));

/** SQL: ids and sort keys of what the caller may see and asks for, in order, `count` at most. */
export const selectIds = (actor: Actor, page: PageRequest, count: string): string => {
  const { query } = page;
  const { assignedToMe, sortBy } = query;
  const isOwn = isOfOwn(query);
  if (!hasBasePermission(actor) || !isFiltered(query)) return selectInOrder(actor, page, [], count);
  if (sortBy === 'createdAt') {
    if (assignedToMe) return selectInOrder(actor, page, [], count);
    // What is searched is rare as a rule, and then found by its own index.
    if (isOwn || !query.search) return selectMerged(actor, page, count);
  }
  const isOfStatus = statusFilters(query).length > 0;
  const isOfPriority = priorityFilters(query).length > 0;
  // By status the tasks of some statuses are found as the statuses are gone through, and by priority those of some.
  if (sortBy === 'statusName' && !isOwn && !isOfPriority) return selectInOrder(actor, page, [], count);
  if (sortBy === 'priority' && !isOwn && !isOfStatus) return selectInOrder(actor, page, [], count);
  return selectFewOrInOrder(actor, page, count);
};
