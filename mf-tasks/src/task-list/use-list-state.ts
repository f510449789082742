import type { SavedTaskView } from '@obieg/contracts';
import { useMemo } from 'react';
import { readView } from './filter-storage';
import { defaultFilters } from './task-list-filters';
import { useTaskListFilters } from './use-task-list-filters';
import { useTaskSearch } from './use-task-search';

/** Filters, order, columns, search and view, which list and board share. */
export const useListState = () => {
  const { filters, changeFilters, replaceFilters } = useTaskListFilters();
  const search = useTaskSearch();
  const params = useMemo(() => ({ ...filters, search: search.search }), [filters, search.search]);
  return {
    filters,
    params,
    search,
    changeFilters,
    /** Applies a saved view; undefined returns to the filters of a first visit. */
    applyView: (view: SavedTaskView | undefined): void =>
      replaceFilters(view ? readView(view) : defaultFilters, view?.query['search'] ?? ''),
  };
};
export type ListState = ReturnType<typeof useListState>;
