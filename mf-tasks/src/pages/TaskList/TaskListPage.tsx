import { Button, Notice, Page, QueryFailure } from '@obieg/ui';
import { DataTable } from '@obieg/ui/lists';
import {
  describeError,
  isApiError,
  Navigate,
  readReason,
  type Translate,
  useArePermissionsLoading,
  usePageTitle,
  usePermissions,
  usePermissionsFailure,
} from '@obieg/web-kit';
import { useMemo } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { TaskListHead, useSearchField } from '../../task-list/TaskListHead';
import { createTaskColumns } from '../../task-list/task-columns';
import { useTaskPages } from '../../task-list/task-list.api';
import classes from '../../task-list/task-list.module.css';
import { useListState } from '../../task-list/use-list-state';
import { EmptyResult } from './EmptyResult';
import { TaskTable } from './TaskTable';

/** Whether quotes would change the search. */
const hasSeveralWords = (search: string): boolean => /\S\s+\S/.test(search) && !/["„“”«»]/.test(search);

/** Returns the error text. Returns undefined for a successful response without tasks and without a message. */
const describeListError = (error: unknown, t: Translate): string | undefined => {
  const isAnswered = isApiError(error) && error.status !== undefined && error.status < 400;
  const reason = isAnswered ? readReason(error) : describeError(error);
  return reason === undefined ? undefined : t('list.failedWith', { reason });
};

/** Task list with filters, search and sort order. */
const TaskList = () => {
  const t = useTaskMessages();
  const listState = useListState();
  const { filters, params, search, changeFilters } = listState;
  const pages = useTaskPages(params);
  const { tasks, total, error, isRefreshing, isFetchNextPageError, refresh } = pages;
  const columns = useMemo(() => createTaskColumns(t, { shown: filters.columns }), [t, filters.columns]);
  const { searchField, clearSearch } = useSearchField(listState, refresh);
  usePageTitle(t('list.title'));

  const describeResultCount = (): string => {
    if (!tasks || pages.isPlaceholderData) return '';
    if (!pages.hasNextPage) return t('list.found', { count: tasks.length });
    return pages.isTotalExact ? t('list.found', { count: total }) : t('list.foundMany', { total });
  };
  const hasFailed = error !== null && !isFetchNextPageError;
  const failure = hasFailed ? describeListError(error, t) : undefined;
  return (
    <Page>
      <TaskListHead
        title={t('list.title')}
        layout="list"
        list={listState}
        searchField={searchField}
        onClearSearch={clearSearch}
        isRefreshing={isRefreshing}
        onRefresh={refresh}
        badges={
          <p className={classes['found']} role="status">
            {describeResultCount()}
          </p>
        }
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
      {pages.isSearchComplete ? null : <Notice>{t('list.searchIncomplete')}</Notice>}
      {hasSeveralWords(search.search) ? <p className={classes['hint']}>{t('list.searchHint')}</p> : null}
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
                key={`${filters.assignedToMe} ${filters.assignedToMyGroups} ${filters.statusTypes} ${filters.priorities} ${Object.keys(filters.conditions)}`}
                filters={filters}
                onChange={changeFilters}
                search={search.search}
                onClearSearch={clearSearch}
              />
            }
            error={
              hasFailed ? (
                <QueryFailure
                  title={t('list.failed')}
                  query={{ error, isFetching: isRefreshing, refetch: refresh }}
                >
                  {failure}
                </QueryFailure>
              ) : undefined
            }
          />
        )}
      </section>
    </Page>
  );
};

/**
 * Page `/tasks` (spec 3 §2). Reporters list only what they submitted and nothing is assigned to them, so they get the
 * page of their submissions.
 */
export const Component = () => {
  const { hasBasePermission } = usePermissions();
  const arePermissionsLoading = useArePermissionsLoading();
  const hasFailed = usePermissionsFailure() !== undefined;
  return hasBasePermission || arePermissionsLoading || hasFailed ? (
    <TaskList />
  ) : (
    <Navigate to="/my-submissions" replace />
  );
};
