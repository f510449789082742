import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MouseEvent } from 'react';
import { createPortal } from 'react-dom';
import { describe, expect, it, vi } from 'vitest';
import { UiProvider } from '../provider/UiProvider';
import { DataTable, type DataTableProps } from './DataTable';
import type { Column } from './table-column';

const columns: Column<number>[] = [
  { id: 'name', header: 'Nazwa', isMain: true, sortKey: 'name', cell: (row) => `Wiersz ${row}` },
  { id: 'size', header: 'Rozmiar', sortKey: 'size', cell: (row) => row },
  { id: 'note', header: 'Uwagi', cell: () => null },
];
const show = (more: Partial<DataTableProps<number>>) =>
  render(
    <UiProvider
      nonce=""
      language="mul"
      linkComponent={({ to, children, ref }) => (
        <a href={to} ref={ref}>
          {children}
        </a>
      )}
    >
      <DataTable
        label="Lista"
        columns={columns}
        rows={Array.from({ length: 100 }, (_, index) => index)}
        rowKey={(row) => row}
        empty="nic"
        {...more}
      />
    </UiProvider>,
  );

describe('DataTable', () => {
  it('marks the sorted column and offers sorting by columns with a sort key', async () => {
    const onSort = vi.fn();
    show({ sort: { by: 'size', direction: 'desc', onSort } });
    const order = screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'));
    expect(order).toEqual([null, 'descending', null]);
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Nazwa', 'Rozmiar']);
    await userEvent.click(screen.getByRole('button', { name: 'Nazwa' }));
    expect(onSort).toHaveBeenCalledWith('name');
  });

  it('shows a heading above each group of rows', () => {
    show({
      rows: [1, 3, 2],
      groups: {
        keyOf: (row) => row % 2,
        heading: (rows) => `${rows.length} ${(rows[0] ?? 0) % 2 ? 'nieparzyste' : 'parzyste'}`,
      },
    });
    const bodies = screen.getAllByRole('rowgroup').filter(({ tagName }) => tagName === 'TBODY');
    expect(
      bodies.map((body) =>
        within(body)
          .getAllByRole('row')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['2 nieparzyste', 'Wiersz 11', 'Wiersz 33'],
      ['1 parzyste', 'Wiersz 22'],
    ]);
    expect(screen.getByRole('rowheader', { name: '1 parzyste' }).getAttribute('colspan')).toBe('3');
  });

  it('renders only the rows of the slice, with their positions in the list', () => {
    const measureRow = vi.fn();
    show({
      slice: {
        items: [
          { position: 40, skippedPx: 1_760 },
          { position: 41, skippedPx: 0 },
        ],
        afterPx: 2_552,
        heightPx: 4_444,
        measureRow,
        rowCount: 5_000,
      },
    });
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
    const rows = screen.getAllByRole('row');
    expect(rows.map((row) => row.getAttribute('aria-rowindex'))).toEqual(['1', '42', '43']);
    expect(rows[1]?.textContent).toContain('Wiersz 40');
    expect(measureRow).toHaveBeenCalledWith(rows[1]);
    // Keeps the page's height while the visible rows are replaced.
    expect(screen.getByRole('table').parentElement?.style.minHeight).toBe('4444px');
  });

  it('announces an unknown row count as -1', () => {
    show({
      slice: {
        items: [{ position: 0, skippedPx: 0 }],
        afterPx: 0,
        heightPx: 0,
        measureRow: () => {},
        rowCount: -1,
      },
    });
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
  });

  it('follows the row link on a click, except from a menu, a portal or a removed control', async () => {
    const followed: string[] = [];
    const listen = (event: Event): void => {
      event.preventDefault();
      const link = (event.target as Element).closest('a');
      if (link) followed.push(link.getAttribute('href') ?? '');
    };
    document.addEventListener('click', listen);
    const floating = createPortal(<button type="button">Menu wiersza</button>, document.body);
    const removeSelf = (event: MouseEvent<HTMLElement>) => event.currentTarget.remove();
    const withButtons: Column<number>[] = [
      ...columns,
      { id: 'portal', header: 'Akcje', cell: () => floating },
      { id: 'menu', header: 'Menu', cell: () => <div popover="manual">odstęp menu</div> },
      {
        id: 'removed',
        header: 'Znika',
        cell: () => (
          <button type="button" onClick={removeSelf}>
            znika
          </button>
        ),
      },
    ];
    try {
      show({ rows: [7], columns: withButtons, rowHref: (row) => `/rows/${row}` });
      await userEvent.click(screen.getByText('Menu wiersza'));
      await userEvent.click(screen.getByText('odstęp menu'));
      await userEvent.click(screen.getByText('znika'));
      expect(followed).toEqual([]);
      await userEvent.click(screen.getAllByRole('cell')[1] as HTMLElement);
      expect(followed).toEqual(['/rows/7']);
    } finally {
      document.removeEventListener('click', listen);
    }
  });

  it('marks columns that a narrow table hides, in head and rows', () => {
    show({
      columns: columns.map((column) => (column.id === 'size' ? { ...column, visibleFrom: 'wide' } : column)),
      rows: [1],
    });
    const listMinimumWidths = (cells: HTMLElement[]) => cells.map(({ dataset }) => dataset['from']);
    expect(listMinimumWidths(screen.getAllByRole('columnheader'))).toEqual([undefined, 'wide', undefined]);
    expect(listMinimumWidths(screen.getAllByRole('cell'))).toEqual([undefined, 'wide', undefined]);
  });
});
