/**
 * SQL that finds the tasks of a member without reading restricted tasks of others (ADR 0025). A statement merges the
 * unrestricted tasks with the restricted ones that it finds by the keys of the caller.
 */
import type { Actor } from '@obieg/service-kit';
import { preparedReader } from './reader-sql';
import { hasBasePermission, isListedFor } from './tasks.policy';

/** Tasks that a statement reads, named `t`. */
export interface TaskSource {
  /** SQL: the table or a subquery. */
  from: string;
  /** SQL: the task is not deleted. Indexes contain this condition. */
  isLive: string;
  /** SQL: conditions for tasks that the caller may see. Empty if all tasks of the source are visible. */
  visibility: readonly string[];
}

/** SQL: the live task `t` is unrestricted. No index without this condition serves it. */
const isForAllMembers = '(case when t.deleted_at is null then not t.is_restricted else false end)';
/** SQL: the live task `t` is restricted. */
const isForNamedReaders = '(case when t.deleted_at is null then t.is_restricted else false end)';

/** Reading, checking and sorting a restricted task takes 3 to 7 µs. */
const restrictedMax = 1_000;
/** A literal with an order makes the planner read the index of the key, even if it holds most restricted tasks. */
const firstOf = (column: string): string => `order by ${column} desc limit ${restrictedMax + 1}`;

const { id, viewingGroupIds, verifiedEmail } = preparedReader;

const tasksOf = (isReader: string): string =>
  `(select t.id from tasks t where ${isForNamedReaders} and ${isReader} ${firstOf('t.id')})`;
const readableBy = (kind: 'USER' | 'GROUP', readerId: string): string =>
  `(select r.task_id as id from task_readers r
     where r.kind = '${kind}' and r.reader_id = ${readerId} ${firstOf('r.task_id')})`;
const ofEachGroup = (select: string): string =>
  `(select k.id from unnest(${viewingGroupIds}) g (id) cross join lateral ${select} k)`;

/**
 * SQL: a query of a `with`, after `readerCte`. Its rows name the tasks that are restricted and might have the caller as
 * reader, up to one more than the maximum. A task can have several rows. `isNamedReader` in tasks.policy.ts decides.
 */
export const restrictedCte = `restricted as materialized (
  select * from (
    ${[
      tasksOf(`t.author_user_id = ${id}`),
      tasksOf(`t.author_user_id is null and t.author_email = ${verifiedEmail}`),
      tasksOf(`t.assigned_user_id = ${id}`),
      ofEachGroup(tasksOf('t.assigned_group_id = g.id')),
      readableBy('USER', id),
      ofEachGroup(readableBy('GROUP', 'g.id')),
    ].join('\n    union all ')}) found limit ${restrictedMax + 1})`;

/** SQL: `restricted` is complete. */
const isComplete = `(select count(*) <= ${restrictedMax} from restricted)`;

const unrestrictedTasks: TaskSource = { from: 'tasks t', isLive: isForAllMembers, visibility: [] };

const checkedTasks = (actor: Actor): TaskSource => ({
  from: 'tasks t',
  isLive: 't.deleted_at is null',
  visibility: [isListedFor(actor, preparedReader)],
});

/** `offset 0` prevents a join with all tasks. */
const restrictedTasks = (actor: Actor): TaskSource => ({
  ...checkedTasks(actor),
  from: `(select distinct id from restricted) m
    cross join lateral (select * from tasks t where t.id = m.id and t.is_restricted offset 0) t`,
});

/** Selects the wanted rows of a source. `isTable` tells whether the indexes of lists serve it. */
type Select = (source: TaskSource, isTable: boolean) => string;

/**
 * SQL: what `select` returns for all tasks that the caller lists. A limit in `select` applies to each source. A caller
 * with very many restricted tasks reads all tasks and checks each of them. Needs `readerCte` and `restrictedCte`.
 */
export const selectListed = (actor: Actor, select: Select): string => {
  if (!hasBasePermission(actor)) return select(checkedTasks(actor), true);
  const parts = [
    `select * from (${select(unrestrictedTasks, true)}) part where ${isComplete}`,
    `select * from (${select(restrictedTasks(actor), false)}) part where ${isComplete}`,
    `select * from (${select(checkedTasks(actor), true)}) part where not ${isComplete}`,
  ];
  return parts.join('\nunion all ');
};
