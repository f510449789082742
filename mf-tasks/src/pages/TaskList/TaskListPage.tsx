import { statusTypes } from '@obieg/contracts';
import { Button, DataTable, EmptyState, ErrorPanel, Notice, Page, PageHead } from '@obieg/ui';
import { isApiError, type Translate, usePageTitle } from '@obieg/web-kit';
import { useMemo, useRef } from 'react';
import { describeError, readReason } from '../../describe-error';
import { useTaskMessages } from '../../messages';
import { TaskFilters } from './TaskFilters';
import { maxCountedTotal, TaskTable } from './TaskTable';
import { createTaskColumns } from './task-columns';
import { useTaskPages } from './task-list.api';
import classes from './task-list.module.css';
import {
  hasActiveFilters,
  isPriorityFiltered,
  type TaskListFilters,
  useTaskListFilters,
} from './task-list-filters';
import { useTaskSearch } from './use-task-search';

interface EmptyResultProps {
  filters: TaskListFilters;
  onChange: (changes: Partial<TaskListFilters>) => void;
  search: string;
  onClearSearch: () => void;
}

/** Filters of "show all": any assignee, any priority. */
const allTasks = { assignedToMe: false, assignedToMyGroups: false, priorities: [] };

const EmptyResult = ({ filters, onChange, search, onClearSearch }: EmptyResultProps) => {
  const t = useTaskMessages();
  const { assignedToMe, assignedToMyGroups } = filters;
  const isAssignmentFiltered = assignedToMe || assignedToMyGroups;
  const isFiltered = hasActiveFilters(filters);
  const everything = <Button onClick={() => onChange(allTasks)}>{t('list.showAll')}</Button>;
  if (search !== '') {
    const action = isFiltered ? (
      <Button icon="search" onClick={() => onChange({ ...allTasks, statusTypes })}>
        {t('list.searchEverywhere')}
      </Button>
    ) : (
      <Button onClick={onClearSearch}>{t('list.clearSearch')}</Button>
    );
    return (
      <EmptyState icon="search" title={t('list.empty')} action={action}>
        {t(isFiltered ? 'list.emptySearchHere' : 'list.emptySearch', { search })}
      </EmptyState>
    );
  }
  const hasPriorityFilter = isPriorityFiltered(filters);
  const describeEmpty = (): string => {
    if (hasPriorityFilter) return 'list.emptyPriorities';
    if (assignedToMyGroups) return 'list.emptyMyGroups';
    return assignedToMe ? 'list.emptyMine' : 'list.emptyAll';
  };
  return (
    <EmptyState
      icon="tasks"
      title={t('list.empty')}
      action={
        isAssignmentFiltered || hasPriorityFilter ? (
          everything
        ) : (
          <Button icon="add" to="/submit-task">
            {t('list.newTask')}
          </Button>
        )
      }
    >
      {t(describeEmpty())}
    </EmptyState>
  );
};

/** Returns the error text. Returns undefined for a successful response without tasks and without a message. */
const describeListError = (error: unknown, t: Translate): string | undefined => {
  const isAnswered = isApiError(error) && error.status !== undefined && error.status < 400;
  const reason = isAnswered ? readReason(error, t) : describeError(error, t);
  return reason === undefined ? undefined : t('list.failedWith', { reason });
};

/** Page `/tasks`: task list with filters (spec 3 §2), search and sort order. */
export const Component = () => {
  const t = useTaskMessages();
  const { filters, changeFilters } = useTaskListFilters();
  const search = useTaskSearch();
  const params = useMemo(() => ({ ...filters, search: search.search }), [filters, search.search]);
  const pages = useTaskPages(params);
  const { tasks, total, error, isRefreshing, isFetchNextPageError, refresh } = pages;
  const columns = useMemo(() => createTaskColumns(t), [t]);
  const searchField = useRef<HTMLInputElement>(null);
  const clearSearch = (): void => {
    search.clear();
    searchField.current?.focus();
  };
  usePageTitle(t('list.title'));

  const describeResultCount = (): string => {
    if (!tasks || pages.isPlaceholderData) return '';
    if (!pages.hasNextPage) return t('list.found', { count: tasks.length });
    return total >= maxCountedTotal ? t('list.foundMany', { total }) : t('list.found', { count: total });
  };
  const hasFailed = error !== null && !isFetchNextPageError;
  const failure = hasFailed ? describeListError(error, t) : undefined;
  return (
    <Page>
      <PageHead
        title={t('list.title')}
        badges={
          <p className={classes['found']} role="status">
            {describeResultCount()}
          </p>
        }
        actions={
          <>
            <Button icon="refresh" compact loading={isRefreshing} onClick={refresh}>
              {t('list.refresh')}
            </Button>
            <Button variant="primary" icon="add" to="/submit-task">
              {t('list.newTask')}
            </Button>
          </>
        }
      />
      <TaskFilters
        filters={filters}
        onChange={changeFilters}
        search={search}
        onClearSearch={clearSearch}
        searchField={searchField}
      />
      {hasFailed && tasks ? (
        <Notice
          tone="danger"
          {...(failure === undefined ? {} : { title: t('list.failed') })}
          actions={
            <Button loading={isRefreshing} onClick={refresh}>
              {t('list.retryMore')}
            </Button>
          }
        >
          {failure ?? t('list.failed')}
        </Notice>
      ) : null}
      <section className={classes['results']} aria-label={t('list.results')}>
        {tasks && tasks.length > 0 ? (
          <TaskTable pages={pages} tasks={tasks} params={params} onChange={changeFilters} />
        ) : (
          <DataTable
            label={t('list.title')}
            columns={columns}
            rows={tasks}
            rowKey={({ publicTaskId }) => publicTaskId}
            empty={
              <EmptyResult
                // Remounts after a filter change, so that the focus does not stay on the removed button.
                key={`${filters.assignedToMe} ${filters.assignedToMyGroups} ${filters.statusTypes} ${filters.priorities}`}
                filters={filters}
                onChange={changeFilters}
                search={search.search}
                onClearSearch={clearSearch}
              />
            }
            error={
              hasFailed ? (
                <ErrorPanel
                  title={t('list.failed')}
                  onRetry={refresh}
                  isRetrying={isRefreshing}
                  requestId={isApiError(error) ? error.requestId : undefined}
                >
                  {failure}
                </ErrorPanel>
              ) : undefined
            }
          />
        )}
      </section>
    </Page>
  );
};
