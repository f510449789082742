import { nextCursorHeader } from '@obieg/contracts';
import { expect } from 'vitest';

interface ListResponse {
  status: number;
  headers: Record<string, unknown>;
  body: unknown;
}

/** Reads a paged list, two entries at a time. */
export const readPages = async (call: (query: string) => Promise<ListResponse>): Promise<unknown[]> => {
  const items: unknown[] = [];
  let cursor: unknown;
  do {
    const { status, headers, body } = await call(`limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    const page = body as unknown[];
    expect(page.length).toBeLessThanOrEqual(2);
    items.push(...page);
    cursor = headers[nextCursorHeader];
  } while (cursor !== undefined);
  return items;
};
