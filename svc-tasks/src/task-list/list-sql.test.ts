import { taskListQuerySchema } from '@obieg/contracts';
import { type Actor, createDatabase } from '@obieg/service-kit';
import { describe, expect, it } from 'vitest';
import { parseSearch } from '../search/parse-search';
import { selectPage } from './list-tasks';

const actor: Actor = {
  userId: 7,
  organizationId: 1,
  sessionId: '',
  permissions: new Set(['BASE']),
  isSuperAdmin: false,
};
const caller = {
  tenantScope: 1,
  organizationId: 1,
  userId: 7,
  actor,
  language: 'mul',
  traceparent: '',
} as const;

/** Indents each line by the parentheses that are open, because the fragments know nothing of their place. */
const indent = (sql: string): string => {
  let depth = 0;
  const lines: string[] = [];
  for (const line of sql.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const closesFirst = line.startsWith(')') ? 1 : 0;
    lines.push(`${'  '.repeat(Math.max(0, depth - closesFirst))}${line}`);
    depth += line.split('(').length - line.split(')').length;
  }
  return `${lines.join('\n')}\n`;
};

const writePage = (
  query: Record<string, string>,
  page: Pick<Parameters<typeof selectPage>[2], 'after' | 'plan'>,
): string => {
  const { sortBy = 'createdAt', ...parsed } = taskListQuerySchema.parse(query);
  // Never connects.
  const { knex } = createDatabase({ url: 'postgres://localhost' });
  return indent(selectPage(knex, caller, { ...page, query: { ...parsed, sortBy }, limit: 50 }).toQuery());
};

describe('selectPage', () => {
  it('reads the index of the sort key for a list without filters', async () => {
    const sql = writePage({}, { after: undefined, plan: undefined });
    await expect(sql).toMatchFileSnapshot('./sql/first-page.sql');
  });

  it('sorts few matches and otherwise reads in order for a filter that the sort key does not contain', async () => {
    const sql = writePage(
      { statusIds: '3,4', sortBy: 'lastUpdatedAt', sortDirection: 'desc' },
      { after: { key: 1_795_168_800_000_000, id: 42, total: 80 }, plan: undefined },
    );
    await expect(sql).toMatchFileSnapshot('./sql/second-page-of-two-statuses.sql');
  });

  it('intersects the entries of two words for a search', async () => {
    const needles = parseSearch('drukarka magazyn');
    const [first, second] = needles.map((needle, index) => ({
      needle,
      index,
      terms: [needle.text],
      titleCount: 0,
      count: 10,
      isCommon: false,
    }));
    if (!first || !second) throw new TypeError('The search has two words.');
    const sql = writePage(
      { search: 'drukarka magazyn', sortBy: 'relevance', sortDirection: 'desc' },
      {
        after: undefined,
        plan: {
          method: 'few',
          needles,
          audiences: [1, 7],
          isComplete: true,
          driver: first,
          others: [second],
        },
      },
    );
    await expect(sql).toMatchFileSnapshot('./sql/search-of-two-words.sql');
  });
});
