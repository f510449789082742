import { Button, PageHead } from '@obieg/ui';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useTaskMessages } from '../i18n/messages';
import { FilterChips } from './FilterChips';
import { TaskFilters } from './TaskFilters';
import classes from './task-list.module.css';
import type { ListState } from './use-list-state';
import { type Layout, ViewBar } from './ViewBar';

/** The search field, and how to clear it without losing the focus. */
export const useSearchField = ({ search }: ListState) => {
  const searchField = useRef<HTMLInputElement>(null);
  const clearSearch = (): void => {
    search.clear();
    searchField.current?.focus();
  };
  return { searchField, clearSearch };
};

interface TaskListHeadProps {
  title: string;
  layout: Layout;
  list: ListState;
  searchField: RefObject<HTMLInputElement | null>;
  onClearSearch: () => void;
  isRefreshing: boolean;
  onRefresh: () => void;
  /** Beside the title. */
  badges?: ReactNode;
}

/** Title, actions, views, search and filters above the list and the board. */
export const TaskListHead = ({
  title,
  layout,
  list,
  searchField,
  onClearSearch,
  isRefreshing,
  onRefresh,
  badges,
}: TaskListHeadProps) => {
  const t = useTaskMessages();
  return (
    <div className={classes['head']}>
      <PageHead
        title={title}
        badges={badges}
        actions={
          <>
            <Button icon="refresh" compact loading={isRefreshing} onClick={onRefresh}>
              {t('list.refresh')}
            </Button>
            <Button variant="primary" icon="add" compact to="/submit-task">
              {t('list.newTask')}
            </Button>
          </>
        }
      />
      <ViewBar list={list} layout={layout} />
      <TaskFilters
        list={list}
        onClearSearch={onClearSearch}
        searchField={searchField}
        hasColumnHeads={layout === 'list'}
      />
      <FilterChips list={list} />
    </div>
  );
};
