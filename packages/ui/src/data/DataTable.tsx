import { type MouseEvent, type ReactNode, useRef } from 'react';
import { Loading, SkeletonBar } from '../feedback/Skeletons';
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
  /** CSS width, e.g. `120px`. */
  width?: string;
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
  /** Below the rows, e.g. `LoadMore`. */
  footer?: ReactNode;
}

const isInteractive = (target: EventTarget, row: Element) => {
  const control = (target as Element).closest('a, button, input, select, textarea, label, [role="menuitem"]');
  return control !== null && row.contains(control);
};

interface RowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  href: string | undefined;
  isDimmed: boolean;
}

const TableRow = <Row,>({ row, columns, href, isDimmed }: RowProps<Row>) => {
  const Link = useLinkComponent();
  const link = useRef<HTMLAnchorElement>(null);
  const follow = (event: MouseEvent<HTMLTableRowElement>) => {
    if (isInteractive(event.target, event.currentTarget) || window.getSelection()?.toString()) {
      return;
    }
    const { ctrlKey, metaKey, shiftKey } = event;
    link.current?.dispatchEvent(
      new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
    );
  };
  return (
    <tr
      className={classes['row']}
      data-link={href !== undefined}
      data-dimmed={isDimmed}
      onClick={href ? follow : undefined}
    >
      {columns.map((column) => (
        <td key={column.id} data-kind={column.kind} data-main={column.isMain} data-label={column.header}>
          {column.isMain && href !== undefined ? (
            <Link to={href} ref={link} className={classes['rowLink']}>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
};

const Head = <Row,>({ columns }: { columns: readonly Column<Row>[] }) => (
  <thead>
    <tr>
      {columns.map(({ id, header, kind, width }) => (
        <th key={id} scope="col" data-kind={kind} style={width ? { width } : undefined}>
          {kind === 'actions' ? <span className="ob-visually-hidden">{header}</span> : header}
        </th>
      ))}
    </tr>
  </thead>
);

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

/** A list of things: table from 640 pixels, cards below; loading, empty and failed are parts of it. */
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
  footer,
}: DataTableProps<Row>) => {
  if (rows === undefined) {
    return error ?? <TableSkeleton columns={columns.length} />;
  }
  if (rows.length === 0) {
    return <div className={classes['tableBox']}>{empty}</div>;
  }
  return (
    <>
      <div className={classes['tableBox']}>
        <table className={classes['table']} aria-label={label} aria-busy={isRefreshing}>
          <Head columns={columns} />
          <tbody>
            {rows.map((row) => (
              <TableRow
                key={rowKey(row)}
                row={row}
                columns={columns}
                href={rowHref?.(row)}
                isDimmed={isDimmed?.(row) ?? false}
              />
            ))}
          </tbody>
        </table>
      </div>
      {footer}
    </>
  );
};
