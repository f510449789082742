import { type ComponentType, Fragment, type ReactNode, type Ref } from 'react';
import classes from './data.module.css';
import { GroupedRows } from './GroupedRows';
import { TableHead } from './TableHead';
import { PlainRow, type RowFrameProps, TableRow } from './TableRow';
import { TableSkeleton } from './TableSkeleton';
import type { Column, RowGroups, TableSort } from './table-column';

/**
 * The rendered part of a virtualized list. Its table has fixed column widths, so that they do not change while
 * scrolling.
 */
export interface RowSlice {
  /** Indexes into `rows`, ascending, each with the height of the omitted rows before it. */
  items: readonly { position: number; skippedPx: number }[];
  /** Height of the omitted rows after the last item. */
  afterPx: number;
  /** Height of the head and all rows. */
  heightPx: number;
  measureRow: (row: HTMLTableRowElement | null) => void;
  /** Number of all rows, including rows not loaded yet; -1 if unknown. */
  rowCount: number;
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first page loads. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  /** Target of a row. The whole row is clickable; the main column contains the link. */
  rowHref?: (row: Row) => string;
  /** Displays a row in muted colors, for example an inactive one. */
  isDimmed?: (row: Row) => boolean;
  /** Shown instead of an empty table. */
  empty: ReactNode;
  /** Shown if the first page failed to load. If a later page fails, the loaded rows stay. */
  error?: ReactNode;
  isRefreshing?: boolean;
  sort?: TableSort;
  /** Shows headings between the rows. Not for a slice. */
  groups?: RowGroups<Row>;
  /** Cards show their values side by side without headers, for long lists on phones. */
  hasCompactCards?: boolean;
  /** Renders only a part of the rows. */
  slice?: RowSlice;
  /** Renders the `<tr>`, for example a draggable one. */
  rowFrame?: ComponentType<RowFrameProps<Row>> | undefined;
  ref?: Ref<HTMLTableElement>;
  /** Below the rows, for example `LoadMore`. */
  footer?: ReactNode;
}

/** Fills the height of omitted rows. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the empty row contains no focusable element
    <tr aria-hidden="true" className={classes['space']}>
      <td style={{ height: `${height}px` }} />
    </tr>
  ) : null;

/** Table with loading, empty and error states. In a narrow container it becomes a list of cards (data.module.css). */
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
  groups,
  hasCompactCards = false,
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
  const renderRow = (row: Row, position?: number) => (
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
      {/* WebKit lays out the container before its new rows. The fixed height keeps the page's scroll position. */}
      <div className={classes['tableBox']} style={slice && { minHeight: `${slice.heightPx}px` }}>
        <table
          ref={ref}
          className={classes['table']}
          aria-label={label}
          aria-busy={isRefreshing}
          aria-rowcount={slice && (slice.rowCount < 0 ? -1 : slice.rowCount + 1)}
          data-sliced={slice !== undefined}
          data-sortable={sort !== undefined}
          data-compact={hasCompactCards}
        >
          <TableHead columns={columns} sort={sort} isSliced={slice !== undefined} />
          {groups ? (
            <GroupedRows rows={rows} groups={groups} columnCount={columns.length} renderRow={renderRow} />
          ) : (
            <tbody>
              {slice
                ? slice.items.map(({ position, skippedPx }) => {
                    const row = rows[position];
                    return row === undefined ? null : (
                      <Fragment key={rowKey(row)}>
                        <Spacer height={skippedPx} />
                        {renderRow(row, position)}
                      </Fragment>
                    );
                  })
                : rows.map((row) => renderRow(row))}
              <Spacer height={slice?.afterPx ?? 0} />
            </tbody>
          )}
        </table>
      </div>
      {footer}
    </>
  );
};
