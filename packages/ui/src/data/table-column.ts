import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Beside the header in the head, for example a checkbox for all rows. */
  head?: ReactNode;
  /** Shown below the cell, outside of the row's link. */
  details?: (row: Row) => ReactNode;
  /**
   * - `number`: right-aligned
   * - `code`: an id, never wrapped
   * - `badge`: self-explanatory, so cards omit its header
   * - `actions`: icon buttons, header for screen readers only
   * - `selection`: a checkbox, header for screen readers only; beside the title of a card
   */
  kind?: 'text' | 'number' | 'code' | 'badge' | 'actions' | 'selection';
  /** Contains the row's link and is the title of the card. One per table. */
  isMain?: boolean;
  /** CSS width, for example `120px`. 1cqi is one percent of the table's width. */
  width?: string;
  /**
   * In a virtualized table, hides the column if the table is narrower than 640 (`medium`) or 960 pixels (`wide`).
   * Cards always show it.
   */
  visibleFrom?: 'medium' | 'wide' | undefined;
  /**
   * Place in the cards of small screens: left out, or a line of its own without header, for text that explains itself.
   */
  inCards?: 'hidden' | 'subtitle';
  /** Identifies the column in `sort`. Absent if the column is not sortable. */
  sortKey?: string;
}

/** Current order. The caller or the server sorts. */
export interface TableSort {
  by: string;
  direction: 'asc' | 'desc';
  onSort: (by: string) => void;
}

/** Headings between the rows. */
export interface RowGroups<Row> {
  /** Rows with the same key must be consecutive. */
  keyOf: (row: Row) => string | number;
  heading: (rows: readonly Row[]) => ReactNode;
}
