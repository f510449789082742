/**
 * SQL that finds the tasks of a member without reading restricted tasks of others (ADR 0025). A statement merges the
 * unrestricted tasks with the restricted ones that it finds by the principals of the caller (ADR 0030).
 */
import type { Actor } from '@obieg/service-kit';
import { restrictedTaskPrincipals } from './principals';
import { preparedReader } from './reader-sql';
import { hasBasePermission, isAuthorFor, isListedFor } from './tasks.policy';

/** Tasks that a statement reads, named `t`. */
export interface TaskSource {
  /** SQL: the table or a subquery. */
  from: string;
  /** SQL: the task is not deleted. Indexes contain this condition. */
  isLive: string;
  /** SQL: conditions for tasks that the caller may see. Empty if all tasks of the source are visible. */
  visibility: readonly string[];
}

/** No index without this condition serves it. */
export const unrestrictedTasks: TaskSource = {
  from: 'tasks t',
  isLive: '(case when t.deleted_at is null then not t.is_restricted else false end)',
  visibility: [],
};

const isLive = 't.deleted_at is null';

/**
 * SQL: the tasks that the caller submitted, as `isAuthorFor` decides, by the two indexes of authors. PostgreSQL takes a
 * range of unknown ends for a narrow one. An equal author it expects to have as many tasks as the others: if one account
 * has most of the tasks, it would read all of them for everybody, which tells how many there are. Needs `readerCte`.
 */
export const selectSubmitted = (columns: string): string => {
  const { id, verifiedEmail } = preparedReader;
  const isOfAuthor = [
    `t.author_user_id between ${id} and ${id}`,
    `t.author_user_id is null and t.author_email between ${verifiedEmail} and ${verifiedEmail}`,
  ];
  return isOfAuthor
    .map((condition) => `(select ${columns} from tasks t where ${isLive} and ${condition} offset 0)`)
    .join(' union all ');
};

const submittedTasks: TaskSource = {
  from: `(${selectSubmitted('*')}) t`,
  isLive,
  visibility: [isAuthorFor(preparedReader)],
};

/** What to read of the caller's restricted tasks. The SQL uses columns that `restricted_tasks` has, as columns of `t`. */
export interface RestrictedSelection {
  conditions: readonly string[];
  /** Tasks are ordered by `sql` and their id. Default: newest first. */
  order?: { sql: string; joins: string; direction: 'asc' | 'desc' };
}

/**
 * The restricted tasks of the caller, in order, with `m.sort_key`. Compares and sorts the rows of the caller first, then
 * reads tasks until a limit is reached. The rows are only a shortlist: `isNamedReader` decides. Needs `readerCte`.
 */
export const restrictedTasks = (
  actor: Actor,
  { conditions, order = { sql: 't.id', joins: '', direction: 'desc' } }: RestrictedSelection,
): TaskSource => {
  const keys = [...new Set([order.sql, 't.id'])];
  return {
    isLive,
    visibility: [isListedFor(actor, preparedReader)],
    // A task has several rows if the caller is its reader for several reasons. `offset 0` prevents joins with all rows.
    from: `(
      select distinct on (${keys.join(', ')}) t.id, ${order.sql} as sort_key
        from unnest(${restrictedTaskPrincipals}) p (principal)
        cross join lateral (
          select r.*, r.task_id as id from restricted_tasks r where r.principal = p.principal offset 0) t ${order.joins}
       ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
       order by ${keys.map((key) => `${key} ${order.direction}`).join(', ')}) m
      cross join lateral (select * from tasks t where t.id = m.id and t.is_restricted offset 0) t`,
  };
};

/**
 * SQL: what `select` returns for all tasks that the caller lists. A limit in `select` applies to each source. Needs
 * `readerCte`.
 *
 * @param conditions SQL: conditions of `select` on columns that `restricted_tasks` has
 */
export const selectListed = (
  actor: Actor,
  select: (source: TaskSource) => string,
  conditions: readonly string[] = [],
): string => {
  if (!hasBasePermission(actor)) return select(submittedTasks);
  return `(${select(unrestrictedTasks)}) union all (${select(restrictedTasks(actor, { conditions }))})`;
};
