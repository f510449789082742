import type { Priority, TaskOrder, TaskSortKey } from '@obieg/contracts';

/**
 * A sort key whose name is in another table, so that no index of `tasks` has its order. `selectByName` in list-ids.ts
 * reads the names in order.
 */
export interface NamedKey {
  /** SQL: selects the named columns and the name as `sort_key`, of the tasks `t` that are live by this condition. */
  selectNames: (isLive: string) => string;
  /** The named columns of `tasks`, each with the SQL expression that its index contains. */
  columns: Readonly<Record<string, string>>;
}

/** Sort key of a list, in SQL. */
export interface SortKey {
  /** SQL expression of `tasks t` and `joins`. */
  sql: string;
  /** SQL type in the cursor. */
  type: 'bigint' | 'text';
  joins?: string;
  named?: NamedKey;
  /** SQL: `t` has the key, and the index of the key contains it. All other tasks have `rest` as their key. */
  partial?: { isIndexed: string; rest: string };
  /** SQL: converts the key to the cursor's type and back. */
  toCursor?: (sql: string) => string;
  fromCursor?: (cursorKey: string) => string;
}

/** SQL: orders text by the Polish alphabet. The database's default order is by bytes. */
const polish = (sql: string): string => `(${sql}) collate "pl-x-icu"`;

/**
 * SQL: a column without nulls, as indexes contain it. Under row-level security an index condition must be leak-proof.
 * `case` is; `coalesce` and `array_position` are not.
 */
const orElse = (column: string, other: string): string =>
  `(case when ${column} is null then ${other} else ${column} end)`;

const prioritiesFromLowest: readonly Priority[] = ['LOWEST', 'LOW', 'NORMAL', 'HIGH', 'HIGHEST'];
export const rankOf = (priority: Priority): number => prioritiesFromLowest.indexOf(priority) + 1;
/** SQL: the rank of `t`, as its index contains it. */
export const priorityRank = `(case t.priority ${prioritiesFromLowest
  .map((priority) => `when '${priority}' then ${rankOf(priority)}`)
  .join(' ')} end)`;

/** Due date of tasks without one: after all others (`dueAtSchema`). */
export const noDueDate = `timestamptz '9999-12-31 00:00:00+00'`;
/** SQL: the due date of `t`, as its index contains it. */
export const dueKey = orElse('t.due_at', noDueDate);
/** SQL: when the next target of `t` ends, as its index contains it. */
export const nextTargetKey = orElse('t.next_target_at', noDueDate);

const namedStatus: NamedKey = {
  selectNames: () => `select s.id as status_id, ${polish('s.name')} as sort_key from statuses s`,
  columns: { status_id: 't.status_id' },
};

/** SQL: the assignee of `t`, as its index contains it. */
export const assignedUserKey = orElse('t.assigned_user_id', '0');
export const assignedGroupKey = orElse('t.assigned_group_id', '0');
/** SQL: the author's address of `t`, as its index contains it. */
export const authorKey = polish(orElse('t.author_email', `''`));

const assigneeName = `coalesce(au.username, ag.name, '')`;

/** The recursion finds each assigned pair of user and group in the index, starting from the previous pair. */
const namedAssignee: NamedKey = {
  selectNames: (isLive) => `
    with recursive assignees (assigned_user_id, assigned_group_id) as (
      (select ${assignedUserKey}, ${assignedGroupKey} from tasks t where ${isLive} order by 1, 2 limit 1)
      union all
      select next.* from assignees a cross join lateral (
        select ${assignedUserKey}, ${assignedGroupKey} from tasks t
         where ${isLive}
           and (${assignedUserKey}, ${assignedGroupKey}) > (a.assigned_user_id, a.assigned_group_id)
         order by 1, 2 limit 1) next
    ) select a.*, ${polish(assigneeName)} as sort_key
        from assignees a
        left join users au on au.id = a.assigned_user_id
        left join groups ag on ag.id = a.assigned_group_id`,
  columns: { assigned_user_id: assignedUserKey, assigned_group_id: assignedGroupKey },
};

/**
 * An order of the list. `creationTime` is that of `createdAt` while the list is filtered by it: no index has both the
 * range of times and the order of ids.
 */
export type ListOrder = TaskOrder | 'creationTime';

const timeKey = (sql: string): SortKey => ({
  sql,
  type: 'bigint',
  toCursor: (key) => `cast(extract(epoch from ${key}) * 1000000 as bigint)`,
  fromCursor: (cursorKey) => `timestamptz 'epoch' + ${cursorKey} * interval '1 microsecond'`,
});

/** Due dates have milliseconds. Microseconds of the last date would exceed JSON's safe integers. */
const dateKey = (sql: string): SortKey => ({
  sql,
  type: 'bigint',
  toCursor: (key) => `cast(extract(epoch from ${key}) * 1000 as bigint)`,
  fromCursor: (cursorKey) => `timestamptz 'epoch' + ${cursorKey} * interval '1 millisecond'`,
});

export const sortKeys: Record<TaskSortKey | 'creationTime', SortKey> = {
  publicTaskId: { sql: 't.public_task_id', type: 'bigint' },
  title: { sql: polish('t.title'), type: 'text' },
  statusName: {
    sql: polish('s.name'),
    type: 'text',
    joins: 'join statuses s on s.organization_id = t.organization_id and s.id = t.status_id',
    named: namedStatus,
  },
  priority: { sql: priorityRank, type: 'bigint' },
  assignee: {
    sql: polish(assigneeName),
    type: 'text',
    joins: `left join users au on au.id = t.assigned_user_id
      left join groups ag on ag.organization_id = t.organization_id and ag.id = t.assigned_group_id`,
    named: namedAssignee,
  },
  createdBy: { sql: authorKey, type: 'text' },
  // Ids ascend with the creation time and are indexed.
  createdAt: { sql: 't.id', type: 'bigint' },
  creationTime: timeKey('t.created_at'),
  lastUpdatedAt: timeKey('t.updated_at'),
  dueAt: dateKey(dueKey),
  nextTargetAt: {
    ...dateKey(nextTargetKey),
    partial: { isIndexed: 't.next_target_at is not null', rest: noDueDate },
  },
};
