import {
  type SortDirection,
  type StatusType,
  sortDirections,
  statusTypes,
  storageKeys,
  type TaskSortKey,
  taskSortKeys,
} from '@obieg/contracts';
import { persistent, readStoredJson, writeStored } from '@obieg/web-kit';
import { useState } from 'react';

export interface TaskListFilters {
  assignedToMe: boolean;
  statusTypes: readonly StatusType[];
  sortBy: TaskSortKey;
  sortDirection: SortDirection;
}

/** What a person sees who has chosen nothing yet (spec 3 §9); newest first, as the server has it. */
const defaultFilters: TaskListFilters = {
  assignedToMe: true,
  statusTypes: ['INITIAL', 'INTERMEDIATE'],
  sortBy: 'createdAt',
  sortDirection: 'desc',
};

const oneOf = <T extends string>(known: readonly T[], value: unknown, otherwise: T): T =>
  known.find((one) => one === value) ?? otherwise;

const readFilters = (): TaskListFilters => {
  const stored = readStoredJson(persistent, storageKeys.taskListFilters) as Partial<
    Record<keyof TaskListFilters, unknown>
  > | null;
  if (!Array.isArray(stored?.statusTypes)) return defaultFilters;
  const chosen: unknown[] = stored.statusTypes;
  return {
    assignedToMe: stored.assignedToMe === true,
    statusTypes: statusTypes.filter((type) => chosen.includes(type)),
    sortBy: oneOf(taskSortKeys, stored.sortBy, defaultFilters.sortBy),
    sortDirection: oneOf(sortDirections, stored.sortDirection, defaultFilters.sortDirection),
  };
};

export const isDefaultOrder = ({ sortBy, sortDirection }: TaskListFilters): boolean =>
  sortBy === defaultFilters.sortBy && sortDirection === defaultFilters.sortDirection;

const writeFilters = ({ assignedToMe, statusTypes, ...order }: TaskListFilters): void => {
  const filters = { assignedToMe, statusTypes };
  const kept = isDefaultOrder({ ...filters, ...order }) ? filters : { ...filters, ...order };
  writeStored(persistent, storageKeys.taskListFilters, JSON.stringify(kept));
};

/** The filters and the order of the list; they stay for the next visit (spec 3 §9). */
export const useTaskListFilters = () => {
  const [filters, setFilters] = useState(readFilters);
  return {
    filters,
    changeFilters: (changes: Partial<TaskListFilters>): void => {
      const changed = { ...filters, ...changes };
      writeFilters(changed);
      setFilters(changed);
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
