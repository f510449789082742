import { type ComponentType, Fragment, type ReactNode, type Ref } from 'react';
import classes from './data.module.css';
import { TableHead } from './TableHead';
import { PlainRow, type RowFrameProps, TableRow } from './TableRow';
import { TableSkeleton } from './TableSkeleton';
import type { Column, TableSort } from './table-column';

/** The rows to draw of a long list. Columns keep their widths then, whatever is in sight. */
export interface RowSlice {
  /** Positions in `rows`, in order, each with the height in pixels of the rows left out before it. */
  items: readonly { position: number; skipped: number }[];
  /** Height in pixels of the rows after the last. */
  after: number;
  /** Height in pixels of the head and all rows. */
  height: number;
  measureRow: (row: HTMLTableRowElement | null) => void;
  /** All rows that there are, also those not loaded; -1 when nobody has counted them. */
  rowCount: number;
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first page is on its way. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Where a row leads; the whole row can be clicked, the main column holds the real link. */
  rowHref?: (row: Row) => string;
  /** Rows that are there but do not count, e.g. inactive ones. */
  isDimmed?: (row: Row) => boolean;
  /** Shown instead of the rows when there are none. */
  empty: ReactNode;
  /** Shown instead of everything when the first page failed; what is there stays when a later one fails. */
  error?: ReactNode;
  isRefreshing?: boolean;
  sort?: TableSort;
  /** Draws a part of the rows only. */
  slice?: RowSlice;
  /** Draws the `<tr>`, e.g. one that can be dragged; default: a plain one. */
  rowFrame?: ComponentType<RowFrameProps<Row>> | undefined;
  ref?: Ref<HTMLTableElement>;
  /** Below the rows, e.g. `LoadMore`. */
  footer?: ReactNode;
}

/** Stands for the rows that are not drawn. */
const Space = ({ height }: { height: number }) =>
  height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
    <tr aria-hidden="true" className={classes['space']}>
      <td style={{ height: `${height}px` }} />
    </tr>
  ) : null;

/** A list of things: cards where a table has no room, see data.module.css; loading, empty and failed are parts of it. */
export const DataTable = <Row,>({
  label,
  columns,
  rows,
  rowKey,
  rowHref,
  isDimmed,
  empty,
  error,
  isRefreshing = false,
  sort,
  slice,
  rowFrame = PlainRow,
  ref,
  footer,
}: DataTableProps<Row>) => {
  if (rows === undefined) {
    return error ?? <TableSkeleton columns={columns.length} />;
  }
  if (rows.length === 0) {
    return <div className={classes['tableBox']}>{empty}</div>;
  }
  const rowAt = (row: Row, position?: number) => (
    <TableRow
      key={rowKey(row)}
      row={row}
      columns={columns}
      href={rowHref?.(row)}
      isDimmed={isDimmed?.(row) ?? false}
      position={position}
      measure={slice?.measureRow}
      frame={rowFrame}
    />
  );
  return (
    <>
      {/* WebKit lays out a container without the rows that it has just been given: a page that is so short would lose its place. */}
      <div className={classes['tableBox']} style={slice && { minHeight: `${slice.height}px` }}>
        <table
          ref={ref}
          className={classes['table']}
          aria-label={label}
          aria-busy={isRefreshing}
          aria-rowcount={slice && (slice.rowCount < 0 ? -1 : slice.rowCount + 1)}
          data-sliced={slice !== undefined}
          data-sortable={sort !== undefined}
        >
          <TableHead columns={columns} sort={sort} isOfSlice={slice !== undefined} />
          <tbody>
            {slice
              ? slice.items.map(({ position, skipped }) => {
                  const row = rows[position];
                  return row === undefined ? null : (
                    <Fragment key={rowKey(row)}>
                      <Space height={skipped} />
                      {rowAt(row, position)}
                    </Fragment>
                  );
                })
              : rows.map((row) => rowAt(row))}
            <Space height={slice?.after ?? 0} />
          </tbody>
        </table>
      </div>
      {footer}
    </>
  );
};
