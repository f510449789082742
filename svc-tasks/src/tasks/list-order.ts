import { type Priority, type SortDirection, type TaskSortKey, textSchema } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import * as z from 'zod';

/**
 * A column that few things give their names to: whoever reads them in the order of their names, and of each its tasks by
 * an index, may stop when the page is full.
 */
interface Walk {
  /** SQL: the things, each with its `sort_key` and the `columns`. */
  steps: string;
  /** Columns of `tasks` that a step stands for, 0 for null. */
  columns: readonly string[];
  /** SQL: the same of `t`, as the index has them. */
  ofTask: readonly string[];
}

/** How a column of the list is sorted, in SQL. */
interface SortKey {
  /** What decides the order. */
  sql: string;
  /** What the cursor carries. */
  type: 'bigint' | 'text';
  /** What `sql` reads beside `tasks t`. */
  joins?: string;
  /** The same order without a sort of all tasks. */
  walk?: Walk;
  /** To the cursor and back, where it carries something else than what decides. */
  toCursor?: (sql: string) => string;
  fromCursor?: (cursorKey: string) => string;
}

/** SQL: a cursor carries most keys just as they decide. */
export const asIs = (sql: string): string => sql;

/** SQL: names as Polish dictionaries sort them; the database's own order is by bytes. */
const polish = (sql: string): string => `(${sql}) collate "pl-x-icu"`;

/**
 * SQL: a column without nulls, as the indexes hold it. Row-level security lets an index be asked for what a `case` says,
 * but not for what `coalesce` or `array_position` say: those are not known to be leak-proof.
 */
const orElse = (column: string, other: string): string =>
  `(case when ${column} is null then ${other} else ${column} end)`;

const prioritiesFromLowest: readonly Priority[] = ['LOWEST', 'LOW', 'NORMAL', 'HIGH', 'HIGHEST'];
export const rankOf = (priority: Priority): number => prioritiesFromLowest.indexOf(priority) + 1;
/** SQL: the same, as the index has it. */
export const priorityRank = `(case t.priority ${prioritiesFromLowest
  .map((priority) => `when '${priority}' then ${rankOf(priority)}`)
  .join(' ')} end)`;

const byStatus: Walk = {
  steps: `select s.id as status_id, ${polish('s.name')} as sort_key from statuses s`,
  columns: ['status_id'],
  ofTask: ['t.status_id'],
};

const assignee = [orElse('t.assigned_user_id', '0'), orElse('t.assigned_group_id', '0')];

const assigneeName = `coalesce(au.username, ag.name, '')`;

/** The pairs of person and group, 0 for none, that tasks are assigned to: each found by the index from the one before. */
const byAssignee: Walk = {
  steps: `
    with recursive assignees (assigned_user_id, assigned_group_id) as (
      (select ${assignee} from tasks t where t.deleted_at is null order by 1, 2 limit 1)
      union all
      select further.* from assignees a cross join lateral (
        select ${assignee} from tasks t
         where t.deleted_at is null and (${assignee}) > (a.assigned_user_id, a.assigned_group_id)
         order by 1, 2 limit 1) further
    ) select a.*, ${polish(assigneeName)} as sort_key
        from assignees a
        left join users au on au.id = a.assigned_user_id
        left join groups ag on ag.id = a.assigned_group_id`,
  columns: ['assigned_user_id', 'assigned_group_id'],
  ofTask: assignee,
};

export const sortKeys: Record<TaskSortKey, SortKey> = {
  publicTaskId: { sql: 't.public_task_id', type: 'bigint' },
  title: { sql: polish('t.title'), type: 'text' },
  statusName: {
    sql: polish('s.name'),
    type: 'text',
    joins: 'join statuses s on s.organization_id = t.organization_id and s.id = t.status_id',
    walk: byStatus,
  },
  priority: { sql: priorityRank, type: 'bigint' },
  assignee: {
    sql: polish(assigneeName),
    type: 'text',
    joins: `left join users au on au.id = t.assigned_user_id
      left join groups ag on ag.organization_id = t.organization_id and ag.id = t.assigned_group_id`,
    walk: byAssignee,
  },
  createdBy: { sql: polish(orElse('t.author_email', `''`)), type: 'text' },
  // Ids rise as tasks are made, and have the index.
  createdAt: { sql: 't.id', type: 'bigint' },
  lastUpdatedAt: {
    sql: 't.updated_at',
    type: 'bigint',
    toCursor: (sql) => `cast(extract(epoch from ${sql}) * 1000000 as bigint)`,
    fromCursor: (cursorKey) => `timestamptz 'epoch' + ${cursorKey} * interval '1 microsecond'`,
  },
};

/** Where a page ended. */
export interface Position {
  key: string | number;
  id: number;
  /** Counted once, for the first page. */
  total: number;
}

const id = z.int().nonnegative();
const cursorSchema = z.tuple([z.string(), z.string(), z.union([id, textSchema(1_000)]), id, id]);

interface Order {
  sortBy: TaskSortKey;
  sortDirection: SortDirection;
}

export const writeCursor = ({ sortBy, sortDirection }: Order, { key, id, total }: Position): string =>
  Buffer.from(JSON.stringify([sortBy, sortDirection, key, id, total])).toString('base64url');

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** 400 for what is no cursor of this order. */
export const readCursor = (
  { sortBy, sortDirection }: Order,
  cursor: string | undefined,
): Position | undefined => {
  if (cursor === undefined) return undefined;
  const read = cursorSchema.safeParse(parse(Buffer.from(cursor, 'base64url').toString()));
  if (read.success) {
    const [ofKey, ofDirection, key, id, total] = read.data;
    const isOfType = (typeof key === 'number') === (sortKeys[sortBy].type === 'bigint');
    if (ofKey === sortBy && ofDirection === sortDirection && isOfType) return { key, id, total };
  }
  throw problem.badRequest('BAD_REQUEST', 'The cursor is not valid.');
};
