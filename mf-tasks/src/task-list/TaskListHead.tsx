import { Button, PageHead } from '@obieg/ui';
import { useCommands } from '@obieg/web-kit';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useTaskMessages } from '../i18n/messages';
import { FilterChips } from './FilterChips';
import { TaskFilters } from './TaskFilters';
import classes from './task-list.module.css';
import type { ListState } from './use-list-state';
import { type Layout, ViewBar } from './ViewBar';

/** The search field, how to clear it without losing the focus, and the commands that list and board share. */
export const useSearchField = ({ search }: ListState, refresh: () => void) => {
  const t = useTaskMessages();
  const searchField = useRef<HTMLInputElement>(null);
  useCommands([
    {
      id: 'list.search',
      label: t('list.search'),
      keys: '/',
      icon: 'search',
      run: () => {
        searchField.current?.focus();
        searchField.current?.select();
      },
    },
    { id: 'list.refresh', label: t('list.refresh'), icon: 'refresh', run: refresh },
  ]);
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
