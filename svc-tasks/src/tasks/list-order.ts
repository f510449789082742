import { type SortDirection, type TaskSortKey, textSchema } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import { z } from 'zod';

/** How a column of the list is sorted, in SQL. */
interface SortKey {
  /** What decides the order. */
  sql: string;
  /** What the cursor carries. */
  type: 'bigint' | 'text';
  /** What `sql` reads beside `tasks t`. */
  joins?: string;
  /** To the cursor and back, where it carries something else than what decides. */
  toCursor?: (sql: string) => string;
  fromCursor?: (cursorKey: string) => string;
}

/** Names as Polish dictionaries sort them; the database's own order is by bytes. */
const byPolishAlphabet = (sql: string): SortKey => ({ sql: `(${sql}) collate "pl-x-icu"`, type: 'text' });

const priorityRank = `array_position(array['LOWEST', 'LOW', 'NORMAL', 'HIGH', 'HIGHEST'], t.priority)`;

export const sortKeys: Record<TaskSortKey, SortKey> = {
  publicTaskId: { sql: 't.public_task_id', type: 'bigint' },
  title: byPolishAlphabet('t.title'),
  statusName: {
    ...byPolishAlphabet('s.name'),
    joins: 'join statuses s on s.organization_id = t.organization_id and s.id = t.status_id',
  },
  priority: { sql: priorityRank, type: 'bigint' },
  assignee: {
    ...byPolishAlphabet(`coalesce(au.username, ag.name, '')`),
    joins: `left join users au on au.id = t.assigned_user_id
      left join groups ag on ag.organization_id = t.organization_id and ag.id = t.assigned_group_id`,
  },
  createdBy: byPolishAlphabet(`coalesce(t.author_email, '')`),
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
