import {
  type ComponentPropsWithRef,
  type ComponentType,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefCallback,
  useRef,
} from 'react';
import { useLinkComponent } from '../provider/ui-context';
import classes from './data.module.css';
import type { Column } from './table-column';

/** Props of a custom row component ({@link DataTableProps.rowFrame}). */
export interface RowFrameProps<Row> {
  row: Row;
  /** To be spread on the `<tr>`. */
  attributes: ComponentPropsWithRef<'tr'>;
  children: ReactNode;
}

const controls = 'a, button, input, select, textarea, label, [popover]';

/**
 * Returns whether a click hit the row itself. Controls, floating elements, portals and elements just removed do not count, although
 * React bubbles their clicks to the row.
 */
const isOnRow = (target: EventTarget, row: Element): boolean => {
  if (!row.contains(target as Element)) return false;
  const control = (target as Element).closest(controls);
  return control === null || !row.contains(control);
};

interface TableRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  href: string | undefined;
  isDimmed: boolean;
  /** Index in the list, if the table renders a slice. */
  position?: number | undefined;
  measure?: RefCallback<HTMLTableRowElement> | undefined;
  frame: ComponentType<RowFrameProps<Row>>;
}

export const PlainRow = ({ attributes, children }: RowFrameProps<unknown>) => (
  <tr {...attributes}>{children}</tr>
);

const TableRowView = <Row,>({
  row,
  columns,
  href,
  isDimmed,
  position,
  measure,
  frame: Frame,
}: TableRowProps<Row>) => {
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
    // Counted from 1, and the head is row 1.
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
          data-from={column.visibleFrom}
          data-in-cards={column.inCards}
          data-label={column.header}
        >
          {column.isMain && href !== undefined ? (
            <Link to={href} ref={link} className={classes['rowLink']}>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
          {column.details?.(row)}
        </td>
      ))}
    </Frame>
  );
};

/** Memoized, so that scrolling a long list does not render visible rows again. */
export const TableRow = memo(TableRowView) as typeof TableRowView;
