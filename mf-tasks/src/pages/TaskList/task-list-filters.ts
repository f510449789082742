import { type StatusType, statusTypes, storageKeys } from '@obieg/contracts';
import { useState } from 'react';

export interface TaskListFilters {
  assignedToMe: boolean;
  statusTypes: readonly StatusType[];
}

/** What a person sees who has chosen nothing yet (spec 3 §9). */
const defaultFilters: TaskListFilters = { assignedToMe: true, statusTypes: ['INITIAL', 'INTERMEDIATE'] };

const readFilters = (): TaskListFilters => {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKeys.taskListFilters) ?? 'null') as {
      assignedToMe?: unknown;
      statusTypes?: unknown;
    } | null;
    if (!stored || !Array.isArray(stored.statusTypes)) return defaultFilters;
    const chosen = stored.statusTypes as unknown[];
    return {
      assignedToMe: stored.assignedToMe === true,
      statusTypes: statusTypes.filter((type) => chosen.includes(type)),
    };
  } catch {
    return defaultFilters;
  }
};

const writeFilters = (filters: TaskListFilters): void => {
  try {
    localStorage.setItem(storageKeys.taskListFilters, JSON.stringify(filters));
  } catch {
    // Without storage the choice lives as long as the page.
  }
};

/** The filters of the list; they stay for the next visit (spec 3 §9). */
export const useTaskListFilters = () => {
  const [filters, setFilters] = useState(readFilters);
  return {
    filters,
    setFilters: (changed: TaskListFilters): void => {
      writeFilters(changed);
      setFilters(changed);
    },
  };
};
