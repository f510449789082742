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
import { persistent, readStoredJson, useSearchParams, writeStored } from '@obieg/web-kit';
import { useMemo, useState } from 'react';

export interface TaskListFilters {
  assignedToMe: boolean;
  assignedToMyGroups: boolean;
  statusTypes: readonly StatusType[];
  /** None chosen means all, as among the status types. */
  priorities: readonly Priority[];
  sortBy: TaskSortKey;
  sortDirection: SortDirection;
}

/** What a person sees who has chosen nothing yet (spec 3 §9); newest first, as the server has it. */
const defaultFilters: TaskListFilters = {
  assignedToMe: true,
  assignedToMyGroups: false,
  statusTypes: ['INITIAL', 'INTERMEDIATE'],
  priorities: [],
  sortBy: 'createdAt',
  sortDirection: 'desc',
};

const oneOf = <T extends string>(known: readonly T[], value: unknown, otherwise: T): T =>
  known.find((one) => one === value) ?? otherwise;

const knownOf = <T extends string>(known: readonly T[], values: unknown): T[] =>
  known.filter((one) => Array.isArray(values) && values.includes(one));

/** None is a choice, too; of a list that names none that is known nothing was chosen here. */
const readStatusTypes = (stored: unknown): readonly StatusType[] => {
  if (!Array.isArray(stored)) return defaultFilters.statusTypes;
  const known = knownOf(statusTypes, stored);
  return known.length === 0 && stored.length > 0 ? defaultFilters.statusTypes : known;
};

/** What was kept, each filter by itself: one that is missing or cannot be read is as if it had not been chosen yet. */
const readStored = (): TaskListFilters => {
  const stored = (readStoredJson(persistent, storageKeys.taskListFilters) ?? {}) as Partial<
    Record<keyof TaskListFilters, unknown>
  >;
  const assignedToMe =
    typeof stored.assignedToMe === 'boolean' ? stored.assignedToMe : defaultFilters.assignedToMe;
  return {
    assignedToMe,
    // No task is mine in person and a group's at once.
    assignedToMyGroups: stored.assignedToMyGroups === true && !assignedToMe,
    statusTypes: readStatusTypes(stored.statusTypes),
    priorities: knownOf(priorities, stored.priorities),
    sortBy: oneOf(taskSortKeys, stored.sortBy, defaultFilters.sortBy),
    sortDirection: oneOf(sortDirections, stored.sortDirection, defaultFilters.sortDirection),
  };
};

export const isDefaultOrder = ({ sortBy, sortDirection }: TaskListFilters): boolean =>
  sortBy === defaultFilters.sortBy && sortDirection === defaultFilters.sortDirection;

export const isOfSomePriorities = (filters: TaskListFilters): boolean =>
  filters.priorities.length % priorities.length !== 0;

const isOfSomeStatuses = (filters: TaskListFilters): boolean =>
  filters.statusTypes.length % statusTypes.length !== 0;

/** Beside the search. */
export const isNarrowed = (filters: TaskListFilters): boolean =>
  filters.assignedToMe ||
  filters.assignedToMyGroups ||
  isOfSomeStatuses(filters) ||
  isOfSomePriorities(filters);

/** How many of the filters that are ours, beside those of spec 3 §2, narrow the list. */
export const countMoreFilters = (filters: TaskListFilters): number =>
  Number(filters.assignedToMyGroups) + Number(isOfSomePriorities(filters));

/** Named as the API's; the search beside them has its own hook. */
const addressNames: readonly (keyof TaskListFilters)[] = [
  'assignedToMe',
  'assignedToMyGroups',
  'statusTypes',
  'priorities',
  'sortBy',
  'sortDirection',
];

/** What a link asks for, which means the same as in the API: what it does not name is not narrowed. */
const readAddress = (parameters: URLSearchParams): TaskListFilters | undefined => {
  if (!addressNames.some((name) => parameters.has(name))) return undefined;
  return {
    assignedToMe: parameters.get('assignedToMe') === 'true',
    assignedToMyGroups: parameters.get('assignedToMyGroups') === 'true',
    statusTypes: knownOf(statusTypes, parameters.get('statusTypes')?.split(',')),
    priorities: knownOf(priorities, parameters.get('priorities')?.split(',')),
    sortBy: oneOf(taskSortKeys, parameters.get('sortBy'), defaultFilters.sortBy),
    sortDirection: oneOf(sortDirections, parameters.get('sortDirection'), defaultFilters.sortDirection),
  };
};

/** What the specification does not know of is kept only where it was chosen. */
const writeStoredFilters = (filters: TaskListFilters): void => {
  const { assignedToMe, assignedToMyGroups, statusTypes, priorities, sortBy, sortDirection } = filters;
  const kept = {
    assignedToMe,
    statusTypes,
    ...(assignedToMyGroups ? { assignedToMyGroups } : {}),
    ...(priorities.length > 0 ? { priorities } : {}),
    ...(isDefaultOrder(filters) ? {} : { sortBy, sortDirection }),
  };
  writeStored(persistent, storageKeys.taskListFilters, JSON.stringify(kept));
};

/**
 * The filters and the order of the list; they stay for the next visit (spec 3 §9). A link's own hold for as long as
 * nothing is changed here: after that they are this person's, and the address says nothing more of them.
 */
export const useTaskListFilters = () => {
  const [parameters, setParameters] = useSearchParams();
  const [stored, setStored] = useState(readStored);
  const asked = useMemo(() => readAddress(parameters), [parameters]);
  const filters = asked ?? stored;
  return {
    filters,
    changeFilters: (changes: Partial<TaskListFilters>): void => {
      const changed = { ...filters, ...changes };
      writeStoredFilters(changed);
      setStored(changed);
      if (!asked) return;
      const rest = new URLSearchParams(parameters);
      for (const name of addressNames) rest.delete(name);
      setParameters(rest, { replace: true });
    },
  };
};

/** What one looks for first: the latest, the most urgent, the first letters. */
const firstDirection = (sortBy: TaskSortKey): SortDirection =>
  sortBy === 'createdAt' || sortBy === 'lastUpdatedAt' || sortBy === 'priority' ? 'desc' : 'asc';

/** The order after a column was chosen: chosen again, it turns round. */
export const orderBy = (
  chosen: TaskSortKey,
  { sortBy, sortDirection }: TaskListFilters,
): Pick<TaskListFilters, 'sortBy' | 'sortDirection'> => {
  if (chosen !== sortBy) return { sortBy: chosen, sortDirection: firstDirection(chosen) };
  return { sortBy, sortDirection: sortDirection === 'asc' ? 'desc' : 'asc' };
};
