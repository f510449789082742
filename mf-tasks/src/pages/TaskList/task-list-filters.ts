import {
  type Priority,
  priorities,
  type SortDirection,
  type StatusType,
  sortDirections,
  statusTypes,
  storageKeys,
  type TaskSortKey,
  taskSortKeys,
} from '@obieg/contracts';
import { persistentStorage, readStoredJson, useSearchParams, writeStored } from '@obieg/web-kit';
import { useMemo, useState } from 'react';

export interface TaskListFilters {
  assignedToMe: boolean;
  assignedToMyGroups: boolean;
  statusTypes: readonly StatusType[];
  /** Empty means all, as in `statusTypes`. */
  priorities: readonly Priority[];
  sortBy: TaskSortKey;
  sortDirection: SortDirection;
}

/** Filters of a first visit (spec 3 §9). The sort order equals the default of the API. */
const defaultFilters: TaskListFilters = {
  assignedToMe: true,
  assignedToMyGroups: false,
  statusTypes: ['INITIAL', 'INTERMEDIATE'],
  priorities: [],
  sortBy: 'createdAt',
  sortDirection: 'desc',
};

const parseOption = <T extends string>(known: readonly T[], value: unknown, fallback: T): T =>
  known.find((one) => one === value) ?? fallback;

const filterKnown = <T extends string>(known: readonly T[], values: unknown): T[] =>
  known.filter((one) => Array.isArray(values) && values.includes(one));

/** An empty list is a valid choice. A list with only unknown values falls back to the default. */
const readStatusTypes = (stored: unknown): readonly StatusType[] => {
  if (!Array.isArray(stored)) return defaultFilters.statusTypes;
  const known = filterKnown(statusTypes, stored);
  return known.length === 0 && stored.length > 0 ? defaultFilters.statusTypes : known;
};

/** Reads the stored filters. Each missing or invalid filter falls back to its default. */
const readStored = (): TaskListFilters => {
  const stored = (readStoredJson(persistentStorage, storageKeys.taskListFilters) ?? {}) as Partial<
    Record<keyof TaskListFilters, unknown>
  >;
  const assignedToMe =
    typeof stored.assignedToMe === 'boolean' ? stored.assignedToMe : defaultFilters.assignedToMe;
  return {
    assignedToMe,
    // A task cannot be assigned to a user and to a group.
    assignedToMyGroups: stored.assignedToMyGroups === true && !assignedToMe,
    statusTypes: readStatusTypes(stored.statusTypes),
    priorities: filterKnown(priorities, stored.priorities),
    sortBy: parseOption(taskSortKeys, stored.sortBy, defaultFilters.sortBy),
    sortDirection: parseOption(sortDirections, stored.sortDirection, defaultFilters.sortDirection),
  };
};

export const isDefaultSort = ({ sortBy, sortDirection }: TaskListFilters): boolean =>
  sortBy === defaultFilters.sortBy && sortDirection === defaultFilters.sortDirection;

export const isPriorityFiltered = (filters: TaskListFilters): boolean =>
  filters.priorities.length % priorities.length !== 0;

const isStatusFiltered = (filters: TaskListFilters): boolean =>
  filters.statusTypes.length % statusTypes.length !== 0;

/** Whether a filter other than the search restricts the list. */
export const hasActiveFilters = (filters: TaskListFilters): boolean =>
  filters.assignedToMe ||
  filters.assignedToMyGroups ||
  isStatusFiltered(filters) ||
  isPriorityFiltered(filters);

/** Counts the active filters that spec 3 §2 does not name. */
export const countSecondaryFilters = (filters: TaskListFilters): number =>
  Number(filters.assignedToMyGroups) + Number(isPriorityFiltered(filters));

/** Named as the query parameters of the API. `useTaskSearch` handles the search. */
const urlParameters: readonly (keyof TaskListFilters)[] = [
  'assignedToMe',
  'assignedToMyGroups',
  'statusTypes',
  'priorities',
  'sortBy',
  'sortDirection',
];

/** Reads the filters of a link. As in the API, an omitted filter does not restrict the list. */
const readUrlFilters = (parameters: URLSearchParams): TaskListFilters | undefined => {
  if (!urlParameters.some((name) => parameters.has(name))) return undefined;
  return {
    assignedToMe: parameters.get('assignedToMe') === 'true',
    assignedToMyGroups: parameters.get('assignedToMyGroups') === 'true',
    statusTypes: filterKnown(statusTypes, parameters.get('statusTypes')?.split(',')),
    priorities: filterKnown(priorities, parameters.get('priorities')?.split(',')),
    sortBy: parseOption(taskSortKeys, parameters.get('sortBy'), defaultFilters.sortBy),
    sortDirection: parseOption(sortDirections, parameters.get('sortDirection'), defaultFilters.sortDirection),
  };
};

/** Omits default values of filters that the specification does not name. */
const writeStoredFilters = (filters: TaskListFilters): void => {
  const { assignedToMe, assignedToMyGroups, statusTypes, priorities, sortBy, sortDirection } = filters;
  const stored = {
    assignedToMe,
    statusTypes,
    ...(assignedToMyGroups ? { assignedToMyGroups } : {}),
    ...(priorities.length > 0 ? { priorities } : {}),
    ...(isDefaultSort(filters) ? {} : { sortBy, sortDirection }),
  };
  writeStored(persistentStorage, storageKeys.taskListFilters, JSON.stringify(stored));
};

/**
 * Filters and sort order, stored for the next visit (spec 3 §9).
 * Filters in the URL take precedence until the first change. The change stores all filters and removes them from the
 * URL.
 */
export const useTaskListFilters = () => {
  const [parameters, setParameters] = useSearchParams();
  const [stored, setStored] = useState(readStored);
  const urlFilters = useMemo(() => readUrlFilters(parameters), [parameters]);
  const filters = urlFilters ?? stored;
  return {
    filters,
    changeFilters: (changes: Partial<TaskListFilters>): void => {
      const changed = { ...filters, ...changes };
      writeStoredFilters(changed);
      setStored(changed);
      if (!urlFilters) return;
      const rest = new URLSearchParams(parameters);
      for (const name of urlParameters) rest.delete(name);
      setParameters(rest, { replace: true });
    },
  };
};

/** Newest, most urgent, or first in the alphabet. */
const initialDirection = (sortBy: TaskSortKey): SortDirection =>
  sortBy === 'createdAt' || sortBy === 'lastUpdatedAt' || sortBy === 'priority' ? 'desc' : 'asc';

/** Returns the sort order after a column was selected. Selecting the current column reverses the direction. */
export const toggleSort = (
  column: TaskSortKey,
  { sortBy, sortDirection }: TaskListFilters,
): Pick<TaskListFilters, 'sortBy' | 'sortDirection'> => {
  if (column !== sortBy) return { sortBy: column, sortDirection: initialDirection(column) };
  return { sortBy, sortDirection: sortDirection === 'asc' ? 'desc' : 'asc' };
};
