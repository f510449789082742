import type { ReactNode } from 'react';
import classes from './data.module.css';
import type { RowGroups } from './table-column';

interface GroupedRowsProps<Row> {
  rows: readonly Row[];
  groups: RowGroups<Row>;
  columnCount: number;
  renderRow: (row: Row) => ReactNode;
}

const splitRows = <Row,>(rows: readonly Row[], keyOf: RowGroups<Row>['keyOf']): (readonly Row[])[] => {
  const parts: Row[][] = [];
  for (const row of rows) {
    const last = parts.at(-1);
    if (last?.[0] !== undefined && keyOf(last[0]) === keyOf(row)) last.push(row);
    else parts.push([row]);
  }
  return parts;
};

/** One table body for each group, with a heading row. */
export const GroupedRows = <Row,>({ rows, groups, columnCount, renderRow }: GroupedRowsProps<Row>) =>
  splitRows(rows, groups.keyOf).map((part) => (
    <tbody key={part[0] === undefined ? '' : groups.keyOf(part[0])}>
      <tr className={classes['groupHead']}>
        <th scope="rowgroup" colSpan={columnCount}>
          {groups.heading(part)}
        </th>
      </tr>
      {part.map((row) => renderRow(row))}
    </tbody>
  ));
