import { type SortDirection, type TaskOrder, textSchema } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import * as z from 'zod';
import { sortKeys } from './list-order';

/** The last row of a page. */
export interface Position {
  key: string | number;
  id: number;
  /** Number of matching tasks, counted for the first page only. */
  total: number;
}

interface Order {
  sortBy: TaskOrder;
  sortDirection: SortDirection;
}

/** Where the next page starts. A search by relevance can continue in the order of creation. */
export interface PageStart extends Position {
  sortBy: TaskOrder;
}

const isNumeric = (sortBy: TaskOrder): boolean =>
  sortBy === 'relevance' || sortKeys[sortBy].type === 'bigint';

const id = z.int().nonnegative();
const cursorSchema = z.tuple([z.string(), z.string(), z.union([id, textSchema(1_000)]), id, id]);

export const writeCursor = ({ sortBy, sortDirection }: Order, { key, id, total }: Position): string =>
  Buffer.from(JSON.stringify([sortBy, sortDirection, key, id, total])).toString('base64url');

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** @throws 400 if the cursor is malformed or belongs to another order */
export const readCursor = (
  { sortBy, sortDirection }: Order,
  cursor: string | undefined,
): PageStart | undefined => {
  if (cursor === undefined) return undefined;
  const parsed = cursorSchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (parsed.success) {
    const [cursorSortBy, cursorDirection, key, id, total] = parsed.data;
    const continued = [sortBy, ...(sortBy === 'relevance' ? (['createdAt'] as const) : [])].find(
      (order) => order === cursorSortBy,
    );
    const hasKeyType = continued && (typeof key === 'number') === isNumeric(continued);
    if (hasKeyType && cursorDirection === sortDirection) return { sortBy: continued, key, id, total };
  }
  throw problem.badRequest('BAD_REQUEST', 'The cursor is not valid.');
};
