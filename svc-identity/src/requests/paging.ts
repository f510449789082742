import { idSchema, nextCursorHeader, type PageQuery } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import type { Knex } from 'knex';
import * as z from 'zod';

export interface Page<Item> {
  items: Item[];
  /** Null on the last page. */
  nextCursor: string | null;
}

interface Named {
  id: number;
  name: string;
}

const cursorSchema = z.tuple([z.string(), idSchema]);

const encodeCursor = ({ name, id }: Named): string =>
  Buffer.from(JSON.stringify([name, id])).toString('base64url');

const decodeCursor = (cursor: string): z.infer<typeof cursorSchema> => {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw problem.badRequest('BAD_REQUEST', 'The query is not valid: cursor');
  }
};

/**
 * Reads a page of a query, ordered by name in Polish order, then by id.
 *
 * @param alias alias of the table with the columns `name` and `id`
 * @throws 400 for an invalid cursor
 */
export const readPageByName = async <Row extends Named>(
  query: Knex.QueryBuilder,
  alias: string,
  { limit, cursor }: PageQuery,
): Promise<Page<Row>> => {
  const name = `${alias}.name collate "pl-x-icu"`;
  if (cursor !== undefined)
    query.whereRaw(`(${name}, ${alias}.id) > (?::text collate "pl-x-icu", ?::bigint)`, decodeCursor(cursor));
  const rows: Row[] = await query.orderByRaw(`${name}, ${alias}.id`).limit(limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(last) : null };
};

/** Answers a page as an array, with the next cursor in its header. */
export const pageAnswer = <Item>({ items, nextCursor }: Page<Item>) => ({
  status: 200 as const,
  body: items,
  headers: nextCursor === null ? {} : { [nextCursorHeader]: nextCursor },
});
