import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { list, mockRowHeight, queriesOf, task } from '../../task-list/test-support';
import { openRemote } from '../../test-support';

mockRowHeight();

const openSearch = (search: string, routes: Parameters<typeof openRemote>[1]) =>
  openRemote(`/tasks?search=${encodeURIComponent(search)}`, routes, ['hasBasePermission']);
const marksOf = (row: HTMLElement): (string | null)[] =>
  [...row.querySelectorAll('mark')].map(({ textContent }) => textContent);
const findRow = async (id: number): Promise<HTMLElement> => {
  const cell = await screen.findByText(String(id));
  return cell.closest('tr') ?? cell;
};

describe('/tasks?search=', () => {
  it('marks the match in the title and keeps the description', async () => {
    const match = {
      field: 'title',
      snippet: 'Zażółć gęślą',
      ranges: [[0, 6] satisfies [number, number]],
    } as const;
    await openSearch(
      'zazolc',
      list([
        task(100000000001, {
          title: 'Zażółć gęślą',
          description: 'Opis',
          match: { ...match, ranges: [[0, 6]] },
        }),
      ]),
    );
    const row = await findRow(100000000001);
    expect(marksOf(row)).toEqual(['Zażółć']);
    within(row).getByRole('link', { name: /Zażółć gęślą/ });
    within(row).getByText('Opis');
  });

  it('shows the matching text below the title and names where it is', async () => {
    const snippet = '…Wymieniono siłownik pompy';
    await openSearch(
      'silownik pompy',
      list([
        task(100000000001, {
          description: 'Opis',
          match: {
            field: 'comment',
            snippet,
            ranges: [
              [12, 20],
              [21, 26],
            ],
          },
        }),
      ]),
    );
    const row = await findRow(100000000001);
    expect(row.textContent).toContain(`Komentarz: ${snippet}`);
    expect(row.textContent).not.toContain('Opis');
    expect(marksOf(row)).toEqual(['siłownik', 'pompy']);
  });

  it('explains quotes for several words, until the search has some', async () => {
    await openSearch('nie działa', list([task(100000000001)]));
    await screen.findByText(/Całej frazy szukaj w cudzysłowie/);
    await userEvent.clear(screen.getByRole('searchbox'));
    await userEvent.type(screen.getByRole('searchbox'), '"nie działa"');
    await expect.poll(() => screen.queryByText(/Całej frazy szukaj/)).toBeNull();
  });

  it('sorts by relevance by default and by a column on request', async () => {
    const { api } = await openSearch('pompa', list([task(100000000001)]));
    await findRow(100000000001);
    expect(queriesOf(api).at(-1)).not.toHaveProperty('sortBy');
    for (const header of screen.getAllByRole('columnheader'))
      expect(header.getAttribute('aria-sort') ?? 'none').toBe('none');
    const order = screen.getByRole('combobox', { name: 'Sortuj według' });
    expect(within(order).getByRole('option', { selected: true }).textContent).toBe('Trafność');
    await userEvent.selectOptions(order, 'Tytuł');
    await expect.poll(() => queriesOf(api).at(-1)).toMatchObject({ sortBy: 'title', sortDirection: 'asc' });
    await userEvent.selectOptions(order, 'Trafność');
    await expect
      .poll(() => screen.queryByRole('columnheader', { name: /Tytuł/ })?.ariaSort ?? null)
      .toBeNull();
  });

  it('says "or more" if the server stopped counting', async () => {
    await openSearch(
      'pompa',
      list([task(100000000001)], { total: 51, isTotalExact: false, nextCursor: 'next' }),
    );
    await screen.findByText('51 lub więcej zadań');
    screen.getByText('1 z ponad 51');
  });

  it('says that the newest texts may be missing', async () => {
    await openSearch('pompa', list([task(100000000001)], { isSearchComplete: false }));
    await screen.findByText('Najnowsze teksty są jeszcze indeksowane. Niektórych może tu brakować.');
  });
});
