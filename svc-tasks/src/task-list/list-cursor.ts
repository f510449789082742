import { type SortDirection, textSchema } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import * as z from 'zod';
import { type ListOrder, sortKeys } from './list-order';

/** The last row of a page. */
export interface Position {
  key: string | number;
  id: number;
  /** Number of matching tasks, counted for the first page only. */
  total: number;
}

interface Order {
  sortBy: ListOrder;
  sortDirection: SortDirection;
}

/** Where the next page starts. It can continue in another order than the requested one. */
export interface PageStart extends Position {
  sortBy: ListOrder;
}

/** Orders of the next pages, for each order of the first one. */
const continuedBy: Partial<Record<ListOrder, readonly ListOrder[]>> = {
  relevance: ['createdAt'],
  createdAt: ['creationTime'],
};

const isNumeric = (sortBy: ListOrder): boolean =>
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
    const continued = [sortBy, ...(continuedBy[sortBy] ?? [])].find((order) => order === cursorSortBy);
    const hasKeyType = continued && (typeof key === 'number') === isNumeric(continued);
    if (hasKeyType && cursorDirection === sortDirection) return { sortBy: continued, key, id, total };
  }
  throw problem.badRequest('BAD_REQUEST', 'The cursor is not valid.');
};
