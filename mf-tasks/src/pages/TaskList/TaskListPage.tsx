import { Button, DataTable, EmptyState, ErrorPanel, LoadMore, Page, PageHead } from '@obieg/ui';
import { isApiError, usePageTitle } from '@obieg/web-kit';
import { useMemo } from 'react';
import { describeError } from '../../describe-error';
import { useTaskMessages } from '../../messages';
import { TaskFilters } from './TaskFilters';
import { taskColumns } from './task-columns';
import { useTaskPages } from './task-list.api';
import { useTaskListFilters } from './task-list-filters';

/** The server counts no further; then this many means "or more". */
const countedAtMost = 1_000;

/** Tasks that one may see, by the filters of spec 3 §2. */
export const Component = () => {
  const t = useTaskMessages();
  const { filters, setFilters } = useTaskListFilters();
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useTaskPages(filters);
  const columns = useMemo(() => taskColumns(t), [t]);
  const tasks = useMemo(() => data?.pages.flatMap((page) => page.tasks), [data]);
  const total = data?.pages[0]?.total ?? 0;
  usePageTitle(t('list.title'));
  return (
    <Page>
      <PageHead
        title={t('list.title')}
        actions={
          <>
            <Button icon="refresh" loading={isFetching && !isFetchingNextPage} onClick={() => void refetch()}>
              {t('list.refresh')}
            </Button>
            <Button variant="primary" icon="add" to="/submit-task">
              {t('list.newTask')}
            </Button>
          </>
        }
      />
      <TaskFilters filters={filters} onChange={setFilters} />
      <DataTable
        label={t('list.title')}
        columns={columns}
        rows={tasks}
        rowKey={({ publicTaskId }) => publicTaskId}
        rowHref={({ publicTaskId }) => `/task/${publicTaskId}`}
        isRefreshing={isFetching}
        empty={
          <EmptyState
            icon="tasks"
            title={t('list.empty')}
            action={
              filters.assignedToMe ? (
                <Button onClick={() => setFilters({ ...filters, assignedToMe: false })}>
                  {t('list.showAll')}
                </Button>
              ) : (
                <Button icon="add" to="/submit-task">
                  {t('list.newTask')}
                </Button>
              )
            }
          >
            {filters.assignedToMe ? t('list.emptyMine') : t('list.emptyAll')}
          </EmptyState>
        }
        error={
          error ? (
            <ErrorPanel
              title={t('list.failed')}
              onRetry={() => void refetch()}
              isRetrying={isFetching}
              requestId={isApiError(error) ? error.requestId : undefined}
            >
              {t('list.failedWith', { reason: describeError(error, t) })}
            </ErrorPanel>
          ) : undefined
        }
        footer={
          <LoadMore
            hasMore={hasNextPage}
            isLoading={isFetchingNextPage}
            onLoadMore={() => void fetchNextPage()}
            summary={t(total >= countedAtMost ? 'list.shownOfMany' : 'list.shownOf', {
              shown: tasks?.length ?? 0,
              total,
            })}
          />
        }
      />
    </Page>
  );
};
