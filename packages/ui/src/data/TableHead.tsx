import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import classes from './data.module.css';
import type { Column, TableSort } from './table-column';

const sortIcons: Record<'asc' | 'desc' | 'none', IconName> = {
  asc: 'sortAscending',
  desc: 'sortDescending',
  none: 'sortable',
};

const HeadCell = <Row,>({ column, sort }: { column: Column<Row>; sort: TableSort | undefined }) => {
  const { header, head, kind, width, sortKey, visibleFrom } = column;
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
      data-from={visibleFrom}
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
      style={width ? { width } : undefined}
    >
      {kind === 'actions' || kind === 'selection' ? (
        <span className="ob-visually-hidden">{header}</span>
      ) : (
        content
      )}
      {head}
    </th>
  );
};

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: TableSort | undefined;
  isSliced: boolean;
}

/** Column headers, with sort buttons on sortable columns. */
export const TableHead = <Row,>({ columns, sort, isSliced }: TableHeadProps<Row>) => (
  <thead>
    <tr aria-rowindex={isSliced ? 1 : undefined}>
      {columns.map((column) => (
        <HeadCell key={column.id} column={column} sort={sort} />
      ))}
    </tr>
  </thead>
);
