import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { UiProvider } from '../UiProvider';
import { type Column, DataTable, type DataTableProps } from './DataTable';

const columns: Column<number>[] = [
  { id: 'name', header: 'Nazwa', isMain: true, sortKey: 'name', cell: (row) => `Wiersz ${row}` },
  { id: 'size', header: 'Rozmiar', sortKey: 'size', cell: (row) => row },
  { id: 'note', header: 'Uwagi', cell: () => null },
];
const show = (more: Partial<DataTableProps<number>>) =>
  render(
    <UiProvider nonce="" language="mul" linkComponent={({ to, children }) => <a href={to}>{children}</a>}>
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

it('says by which column it is sorted, and offers those by which it can be', async () => {
  const onSort = vi.fn();
  show({ sort: { by: 'size', direction: 'desc', onSort } });
  const order = screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'));
  expect(order).toEqual([null, 'descending', null]);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Nazwa', 'Rozmiar']);
  await userEvent.click(screen.getByRole('button', { name: 'Nazwa' }));
  expect(onSort).toHaveBeenCalledWith('name');
});

it('draws a part of a long list, in its place among all rows', () => {
  const measureRow = vi.fn();
  show({
    slice: {
      items: [
        { position: 40, skipped: 1_760 },
        { position: 41, skipped: 0 },
      ],
      after: 2_552,
      measureRow,
      rowCount: 5_000,
    },
  });
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
  const rows = screen.getAllByRole('row');
  expect(rows.map((row) => row.getAttribute('aria-rowindex'))).toEqual(['1', '42', '43']);
  expect(rows[1]?.textContent).toContain('Wiersz 40');
  expect(measureRow).toHaveBeenCalledWith(rows[1]);
});

it('leaves the number of rows open when nobody has counted them', () => {
  show({ slice: { items: [{ position: 0, skipped: 0 }], after: 0, measureRow: () => {}, rowCount: -1 } });
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
});
