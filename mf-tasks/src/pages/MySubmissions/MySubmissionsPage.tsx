import { Button, EmptyState, Notice, Page, PageHead, QueryFailure } from '@obieg/ui';
import { DataTable, LoadMore, ViewSwitch } from '@obieg/ui/lists';
import { describeError, usePageTitle } from '@obieg/web-kit';
import { useMemo, useRef } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { SearchField } from '../../task-list/SearchField';
import classes from '../../task-list/task-list.module.css';
import { useTaskSearch } from '../../task-list/use-task-search';
import { useMySubmissions } from './my-submissions.api';
import ownClasses from './my-submissions.module.css';
import { createSubmissionColumns } from './submission-columns';
import { type SubmissionFilter, submissionFilters, useSubmissionFilter } from './submission-filter';

/** The server stops counting at this total. This value means "or more". */
const maxCountedTotal = 1_000;

const filterIcons = { all: 'listView', open: 'intermediate', closed: 'final' } as const;

interface EmptyResultProps {
  filter: SubmissionFilter;
  search: string;
  onShowAll: () => void;
}

const EmptyResult = ({ filter, search, onShowAll }: EmptyResultProps) => {
  const t = useTaskMessages();
  if (search === '' && filter === 'all')
    return (
      <EmptyState
        icon="tasks"
        title={t('submissions.none')}
        action={
          <Button icon="add" to="/submit-task">
            {t('submissions.new')}
          </Button>
        }
      >
        {t('submissions.noneHelp')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={search === '' ? 'tasks' : 'search'}
      title={t(`submissions.empty.${search === '' ? filter : 'all'}`)}
      action={<Button onClick={onShowAll}>{t('submissions.showAll')}</Button>}
    >
      {search === '' ? null : t('list.emptySearch', { search })}
    </EmptyState>
  );
};

/** Page `/my-submissions`: all tasks that the user submitted, closed ones too. Reporters reach it from their menu. */
export const Component = () => {
  const t = useTaskMessages();
  usePageTitle(t('submissions.title'));
  const { filter, changeFilter, showAll } = useSubmissionFilter();
  const search = useTaskSearch();
  const searchField = useRef<HTMLInputElement>(null);
  const pages = useMySubmissions(filter, search.search);
  const { tasks, total, error, hasNextPage, isFetchNextPageError, isFetchingNextPage, isRefreshing } = pages;
  const columns = useMemo(() => createSubmissionColumns(t), [t]);
  const clearSearch = (): void => {
    search.clear();
    searchField.current?.focus();
  };
  const reason = error === null ? undefined : t('list.failedWith', { reason: describeError(error) });
  const isTotalExact = !hasNextPage || total < maxCountedTotal;
  const hasFailed = error !== null && !isFetchNextPageError;
  const describeCount = (loaded: number): string =>
    isTotalExact
      ? t('submissions.found', { count: hasNextPage ? total : loaded })
      : t('submissions.foundMany', { total });
  return (
    <Page>
      <PageHead
        title={t('submissions.title')}
        badges={
          <p className={classes['found']} role="status">
            {tasks && !pages.isPlaceholderData ? describeCount(tasks.length) : ''}
          </p>
        }
        actions={
          <>
            <Button icon="refresh" compact loading={isRefreshing} onClick={pages.refresh}>
              {t('list.refresh')}
            </Button>
            <Button variant="primary" icon="add" to="/submit-task">
              {t('submissions.new')}
            </Button>
          </>
        }
      />
      <div className={classes['filters']}>
        <SearchField search={search} onClearSearch={clearSearch} searchField={searchField} />
        <div className={ownClasses['filter']}>
          <ViewSwitch
            label={t('submissions.filter')}
            options={submissionFilters.map((value) => ({
              value,
              label: t(`submissions.filters.${value}`),
              icon: filterIcons[value],
            }))}
            value={filter}
            onChange={changeFilter}
          />
        </div>
      </div>
      {hasFailed && tasks ? (
        <Notice
          tone="danger"
          actions={
            <Button loading={isRefreshing} onClick={pages.refresh}>
              {t('list.retryMore')}
            </Button>
          }
        >
          {reason}
        </Notice>
      ) : null}
      {pages.isSearchComplete ? null : <Notice>{t('list.searchIncomplete')}</Notice>}
      <DataTable
        label={t('submissions.title')}
        columns={columns}
        rows={tasks}
        rowKey={({ publicTaskId }) => publicTaskId}
        rowHref={({ publicTaskId }) => `/task/${publicTaskId}`}
        isRefreshing={isRefreshing || isFetchingNextPage}
        empty={<EmptyResult filter={filter} search={search.search} onShowAll={showAll} />}
        error={
          hasFailed ? (
            <QueryFailure
              title={t('list.failed')}
              query={{ error, isFetching: isRefreshing, refetch: pages.refresh }}
            >
              {reason}
            </QueryFailure>
          ) : undefined
        }
        footer={
          isFetchNextPageError ? (
            <Notice
              tone="danger"
              actions={<Button onClick={() => void pages.fetchNextPage()}>{t('list.retryMore')}</Button>}
            >
              {reason}
            </Notice>
          ) : (
            <LoadMore
              hasMore={hasNextPage}
              isLoading={isFetchingNextPage}
              onLoadMore={() => void pages.fetchNextPage()}
              summary={t(isTotalExact ? 'list.shownOf' : 'list.shownOfMany', {
                shown: tasks?.length ?? 0,
                total: hasNextPage ? total : (tasks?.length ?? 0),
              })}
            />
          )
        }
      />
    </Page>
  );
};
