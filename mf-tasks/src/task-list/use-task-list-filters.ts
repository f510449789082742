import { useSearchParams } from '@obieg/web-kit';
import { useMemo, useState } from 'react';
import { readStored, readUrlFilters, writeStoredFilters, writeUrlFilters } from './filter-storage';
import { defaultFilters, type TaskListFilters } from './task-list-filters';

const searchParameter = 'search';

const setSearch = (parameters: URLSearchParams, search: string | undefined): void => {
  if (search === '') parameters.delete(searchParameter);
  else if (search !== undefined) parameters.set(searchParameter, search);
};

/**
 * Filters, order and columns of list and board, stored for the next visit (spec 3 §9).
 * Filters in the URL take precedence. A change stores all filters and writes them to the URL, so that the list can be
 * shared.
 */
export const useTaskListFilters = () => {
  const [parameters, setParameters] = useSearchParams();
  const [stored, setStored] = useState(readStored);
  const urlFilters = useMemo(() => readUrlFilters(parameters), [parameters]);
  // A checkbox changes at once, the URL a moment later. Until then, the changed filters apply.
  const [pending, setPending] = useState({ filters: defaultFilters, replaces: new URLSearchParams() });
  const filters = pending.replaces === parameters ? pending.filters : (urlFilters ?? stored);
  /** @param search absent keeps the search */
  const replaceFilters = (changed: TaskListFilters, search?: string): void => {
    writeStoredFilters(changed);
    setStored(changed);
    setPending({ filters: changed, replaces: parameters });
    const written = writeUrlFilters(parameters, changed);
    setSearch(written, search);
    setParameters(written, { replace: true });
  };
  return {
    filters,
    replaceFilters,
    changeFilters: (changes: Partial<TaskListFilters>): void => replaceFilters({ ...filters, ...changes }),
  };
};
