import {
  mainTaskColumn,
  readViewQuery,
  type SavedTaskView,
  sortDirections,
  taskColumns,
  taskSortKeys,
} from '@obieg/contracts';
import type { Actor } from '@obieg/service-kit';
import { isOwner, mayChange } from './views.policy';
import type { ViewRow } from './views.repo';

const find = <T extends string>(known: readonly T[], name: string): T | undefined =>
  known.find((one) => one === name);

/**
 * Omits columns of a later release, which may be stored after a rollback, and filters that are not valid. One of them
 * would break the list of everybody who uses the view.
 */
export const presentView = (row: ViewRow, actor: Actor): SavedTaskView => {
  const columns = row.columns.flatMap((column) => find(taskColumns, column) ?? []);
  return {
    id: row.id,
    name: row.name,
    ...readViewQuery(row.query),
    sort: {
      by: find(taskSortKeys, row.sort_by) ?? 'createdAt',
      direction: find(sortDirections, row.sort_direction) ?? 'desc',
    },
    columns: columns.includes(mainTaskColumn) ? columns : [mainTaskColumn, ...columns],
    isShared: row.is_shared,
    isOwn: isOwner(row, actor),
    canChange: mayChange(row, actor),
    revision: row.revision,
  };
};
