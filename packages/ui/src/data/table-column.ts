import type { ReactNode } from 'react';

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
export interface TableSort {
  by: string;
  direction: 'asc' | 'desc';
  onSort: (by: string) => void;
}
