import {
  type Priority,
  priorities,
  type SortDirection,
  type StatusType,
  statusTypes,
  type TaskColumn,
  type TaskOrder,
  type TaskSortKey,
  taskSortKeys,
} from '@obieg/contracts';
import type { Conditions } from './conditions';

export interface TaskListFilters {
  assignedToMe: boolean;
  assignedToMyGroups: boolean;
  statusTypes: readonly StatusType[];
  /** Empty means all, as in `statusTypes`. */
  priorities: readonly Priority[];
  /** Filters of the dialog. */
  conditions: Conditions;
  sortBy: TaskSortKey;
  sortDirection: SortDirection;
  /** Shown columns in their order. */
  columns: readonly TaskColumn[];
  /** The selected view, with the revision that the filters were taken from. */
  view: { id: number; revision: number } | undefined;
}

/** The columns of spec 3 §2. */
export const defaultColumns: readonly TaskColumn[] = taskSortKeys.filter(
  (key) => key !== 'dueAt' && key !== 'nextTargetAt',
);

/** Filters of a first visit (spec 3 §9). The sort order equals the default of the API. */
export const defaultFilters: TaskListFilters = {
  assignedToMe: true,
  assignedToMyGroups: false,
  statusTypes: ['INITIAL', 'INTERMEDIATE'],
  priorities: [],
  conditions: {},
  sortBy: 'createdAt',
  sortDirection: 'desc',
  columns: defaultColumns,
  view: undefined,
};

/** Restricts nothing, like a query without parameters. */
export const noFilters: TaskListFilters = { ...defaultFilters, assignedToMe: false, statusTypes: [] };

export const isDefaultSort = ({ sortBy, sortDirection }: TaskListFilters): boolean =>
  sortBy === defaultFilters.sortBy && sortDirection === defaultFilters.sortDirection;

/** The order of the list. The API lists a search by relevance unless another order is chosen. */
export const orderOf = (filters: TaskListFilters, search: string): TaskOrder =>
  search !== '' && isDefaultSort(filters) ? 'relevance' : filters.sortBy;

export const hasDefaultColumns = ({ columns }: TaskListFilters): boolean =>
  columns.join() === defaultColumns.join();

export const isPriorityFiltered = (filters: TaskListFilters): boolean =>
  filters.priorities.length % priorities.length !== 0;

const isStatusFiltered = (filters: TaskListFilters): boolean =>
  filters.statusTypes.length % statusTypes.length !== 0;

/** Counts the active filters. All selected priorities or status types count as one filter. */
export const countActiveFilters = (filters: TaskListFilters): number =>
  [
    filters.assignedToMe,
    filters.assignedToMyGroups,
    isStatusFiltered(filters),
    isPriorityFiltered(filters),
  ].filter(Boolean).length + Object.keys(filters.conditions).length;

/** Whether a filter other than the search restricts the list. */
export const hasActiveFilters = (filters: TaskListFilters): boolean => countActiveFilters(filters) > 0;

/** Newest, most urgent, or first in the alphabet. */
const initialDirection = (sortBy: TaskSortKey): SortDirection =>
  sortBy === 'createdAt' || sortBy === 'lastUpdatedAt' || sortBy === 'priority' ? 'desc' : 'asc';

/**
 * Returns the sort order after a column was selected. Selecting the current column reverses the direction. Relevance is
 * the default order of a search.
 */
export const toggleSort = (
  column: TaskOrder,
  { sortBy, sortDirection }: TaskListFilters,
): Pick<TaskListFilters, 'sortBy' | 'sortDirection'> => {
  if (column === 'relevance')
    return { sortBy: defaultFilters.sortBy, sortDirection: defaultFilters.sortDirection };
  if (column !== sortBy) return { sortBy: column, sortDirection: initialDirection(column) };
  return { sortBy, sortDirection: sortDirection === 'asc' ? 'desc' : 'asc' };
};
