import {
  type ComponentPropsWithRef,
  type ComponentType,
  Fragment,
  type MouseEvent,
  memo,
  type ReactNode,
  type Ref,
  useRef,
} from 'react';
import { Loading, SkeletonBar } from '../feedback/Skeletons';
import { Icon } from '../Icon';
import type { IconName } from '../icons';
import { useLinkComponent } from '../ui-context';
import classes from './data.module.css';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * `number`: right-aligned; `code`: an id, never broken; `badge`: says by itself what it is, so a phone shows it
   * without its head; `actions`: icon buttons, head for screen readers only.
   */
  kind?: 'text' | 'number' | 'code' | 'badge' | 'actions';
  /** Carries the row's link and is the title of the card on a phone; one per table. */
  isMain?: boolean;
  /** CSS width, e.g. `120px`; 1cqi is a hundredth of the table's width. */
  width?: string;
  /**
   * What can be missed where the table, of a fixed layout, has less room than 640 (`medium`) or 960 pixels (`wide`):
   * the column is not shown there. On a phone's cards it is.
   */
  from?: 'medium' | 'wide' | undefined;
  /** Names the order by this column for `sort`; absent where one cannot sort by it. */
  sortKey?: string;
}

/** The order of the rows; the caller sorts, or asks the server to. */
interface TableSort {
  by: string;
  direction: 'asc' | 'desc';
  onSort: (by: string) => void;
}

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

/** What a row's element must take over: {@link DataTableProps.rowFrame}. */
export interface RowFrameProps<Row> {
  row: Row;
  /** For the `<tr>`, beside what the frame adds itself. */
  attributes: ComponentPropsWithRef<'tr'>;
  children: ReactNode;
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

const controls = 'a, button, input, select, textarea, label, [role="menuitem"]';

/** Not on one of its controls, nor in what floats above it or has just gone, whose clicks React passes on to the row. */
const isOnRow = (target: EventTarget, row: Element): boolean => {
  if (!row.contains(target as Element)) return false;
  const control = (target as Element).closest(controls);
  return control === null || !row.contains(control);
};

interface RowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  href: string | undefined;
  isDimmed: boolean;
  /** In a slice: where the row stands in the list. */
  position?: number | undefined;
  measure?: RowSlice['measureRow'] | undefined;
  frame: ComponentType<RowFrameProps<Row>>;
}

const PlainRow = ({ attributes, children }: RowFrameProps<unknown>) => <tr {...attributes}>{children}</tr>;

const TableRowView = <Row,>({
  row,
  columns,
  href,
  isDimmed,
  position,
  measure,
  frame: Frame,
}: RowProps<Row>) => {
  const Link = useLinkComponent();
  const link = useRef<HTMLAnchorElement>(null);
  const follow = (event: MouseEvent<HTMLTableRowElement>) => {
    if (!isOnRow(event.target, event.currentTarget) || window.getSelection()?.toString()) return;
    const { ctrlKey, metaKey, shiftKey } = event;
    link.current?.dispatchEvent(
      new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
    );
  };
  const attributes = {
    ref: measure,
    className: classes['row'],
    'data-index': position,
    // The head is the first row.
    'aria-rowindex': position === undefined ? undefined : position + 2,
    'data-link': href !== undefined,
    'data-dimmed': isDimmed,
    onClick: href ? follow : undefined,
  };
  return (
    <Frame row={row} attributes={attributes}>
      {columns.map((column) => (
        <td
          key={column.id}
          data-kind={column.kind}
          data-main={column.isMain}
          data-from={column.from}
          data-label={column.header}
        >
          {column.isMain && href !== undefined ? (
            <Link to={href} ref={link} className={classes['rowLink']}>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </Frame>
  );
};

/** While a long list scrolls, rows that stay in sight are not drawn again. */
const TableRow = memo(TableRowView) as typeof TableRowView;

const sortIcons: Record<'asc' | 'desc' | 'none', IconName> = {
  asc: 'sortAscending',
  desc: 'sortDescending',
  none: 'sortable',
};

const HeadCell = <Row,>({ column, sort }: { column: Column<Row>; sort: TableSort | undefined }) => {
  const { header, kind, width, sortKey, from } = column;
  const direction = sortKey !== undefined && sort?.by === sortKey ? sort.direction : undefined;
  const content =
    sort && sortKey !== undefined ? (
      <button
        type="button"
        className={classes['sortButton']}
        data-sorted={direction !== undefined}
        onClick={() => sort.onSort(sortKey)}
      >
        <span>{header}</span>
        <Icon name={sortIcons[direction ?? 'none']} size={14} />
      </button>
    ) : (
      header
    );
  return (
    <th
      scope="col"
      data-kind={kind}
      data-from={from}
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
      style={width ? { width } : undefined}
    >
      {kind === 'actions' ? <span className="ob-visually-hidden">{header}</span> : content}
    </th>
  );
};

interface HeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: TableSort | undefined;
  isOfSlice: boolean;
}

const Head = <Row,>({ columns, sort, isOfSlice }: HeadProps<Row>) => (
  <thead>
    <tr aria-rowindex={isOfSlice ? 1 : undefined}>
      {columns.map((column) => (
        <HeadCell key={column.id} column={column} sort={sort} />
      ))}
    </tr>
  </thead>
);

/** Stands for the rows that are not drawn. */
const Space = ({ height }: { height: number }) =>
  height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row takes no focus
    <tr aria-hidden="true" className={classes['space']}>
      <td style={{ height: `${height}px` }} />
    </tr>
  ) : null;

const skeletonRows = [70, 45, 60, 80, 50, 65];

const TableSkeleton = ({ columns }: { columns: number }) => (
  <Loading>
    <div className={classes['tableBox']}>
      {skeletonRows.map((width) => (
        <div key={width} className={classes['skeletonRow']}>
          {Array.from({ length: Math.min(columns, 5) }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
            <SkeletonBar key={column} width={`${column === 1 ? width : Math.round(width * 0.6)}%`} />
          ))}
        </div>
      ))}
    </div>
  </Loading>
);

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
          <Head columns={columns} sort={sort} isOfSlice={slice !== undefined} />
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
