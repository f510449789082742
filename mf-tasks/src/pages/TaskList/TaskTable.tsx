import type { TaskColumn, TaskListItem, TaskSortKey } from '@obieg/contracts';
import { Button, Notice } from '@obieg/ui';
import { DataTable, LoadMore } from '@obieg/ui/lists';
import { describeError, useNavigationType } from '@obieg/web-kit';
import { type MouseEvent, Suspense, useEffect, useMemo, useRef } from 'react';
import { useIsPhone } from '../../browser/use-is-phone';
import { useTaskMessages } from '../../i18n/messages';
import { lazyPart } from '../../lazy-parts/lazy-part';
import { keepOpenedList } from '../../task-list/opened-list';
import { createTaskColumns } from '../../task-list/task-columns';
import { type TaskListParams, toListQuery, type useTaskPages } from '../../task-list/task-list.api';
import classes from '../../task-list/task-list.module.css';
import { orderOf, type TaskListFilters, toggleSort } from '../../task-list/task-list-filters';
import { createSelectionColumn } from './bulk/SelectionCell';
import { SelectionProvider } from './bulk/selection';
import { useTableSelection } from './bulk/use-table-selection';
import { useRowKeys } from './keyboard/use-row-keys';
import { createListCache } from './list-cache';
import { useIsPrinting } from './use-is-printing';
import { useKeptFocus } from './use-kept-focus';
import { useRowSlice } from './use-row-slice';

/** The next page loads when fewer than this number of rows is left below the visible ones. */
const prefetchRows = 25;

const findRowLink = (table: HTMLTableElement | null, position: number) =>
  table?.querySelector<HTMLAnchorElement>(`tr[data-index="${position}"] a`);

const BulkBar = lazyPart(() => import(/* webpackChunkName: "mf-tasks-bulk" */ './bulk/BulkBar'));

/** The last opened task by list. Navigating back focuses its row. */
const lastOpened = createListCache<number>();

const useReturnToRow = (tasks: readonly TaskListItem[], listKey: string, onOpen: () => void) => {
  const table = useRef<HTMLTableElement>(null);
  const isReturn = useRef(useNavigationType() === 'POP');
  const position = tasks.findIndex(({ publicTaskId }) => publicTaskId === lastOpened.get(listKey));
  useEffect(() => {
    if (!isReturn.current || position < 0) return;
    const link = findRowLink(table.current, position);
    // The virtualizer renders the row only after the window has scrolled to it.
    if (!link) return;
    isReturn.current = false;
    if (document.activeElement === document.body || document.activeElement?.contains(table.current))
      link.focus({ preventScroll: true });
  });
  const remember = ({ target }: MouseEvent): void => {
    const row = (target as Element).closest<HTMLElement>('tr[data-index]');
    const opened = tasks[Number(row?.dataset['index'] ?? -1)];
    if (!opened) return;
    lastOpened.set(listKey, opened.publicTaskId);
    onOpen();
  };
  return { table, remember };
};

interface TaskTableProps {
  pages: ReturnType<typeof useTaskPages>;
  tasks: readonly TaskListItem[];
  params: TaskListParams;
  onChange: (changes: Partial<TaskListFilters>) => void;
}

/** A screen of a phone shows at least five tasks. The page of a task has these values. */
const leftOutOnPhones: ReadonlySet<TaskColumn> = new Set([
  'publicTaskId',
  'createdBy',
  'createdAt',
  'lastUpdatedAt',
]);

/** Virtualized table of the found tasks with infinite scrolling. */
export const TaskTable = ({ pages, tasks, params, onChange }: TaskTableProps) => {
  const t = useTaskMessages();
  const { error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = pages;
  const { isPlaceholderData, fetchNextPage } = pages;
  const isPhone = useIsPhone();
  const sortBy = orderOf(params, params.search);
  const columns = useMemo(() => {
    const shown = isPhone ? params.columns.filter((key) => !leftOutOnPhones.has(key)) : params.columns;
    return [createSelectionColumn(t), ...createTaskColumns(t, { shown, sortBy })];
  }, [t, params.columns, sortBy, isPhone]);
  const listKey = JSON.stringify(params);
  const { table, remember } = useReturnToRow(tasks, listKey, () =>
    keepOpenedList({
      ids: tasks.map(({ publicTaskId }) => publicTaskId),
      query: toListQuery(params),
      nextCursor: pages.data?.pages.at(-1)?.nextCursor ?? null,
    }),
  );
  useRowKeys(table);
  useKeptFocus(table, tasks);
  const { selection, onKeyDown, bar } = useTableSelection({ table, tasks, params, listKey, hasNextPage });
  const isTotalExact = !hasNextPage || pages.isTotalExact;
  const total = hasNextPage ? pages.total : tasks.length;
  const isPrinting = useIsPrinting();
  const slice = useRowSlice({
    rows: tasks,
    table,
    listKey,
    rowCount: isTotalExact ? total : -1,
    rendersAllRows: isPrinting,
  });

  // Printing renders all rows, which must not trigger loading.
  const isNearEnd = !isPrinting && (slice.items.at(-1)?.position ?? 0) >= tasks.length - prefetchRows;
  const isReadyForMore = hasNextPage && !isFetching && !isFetchNextPageError && !isPlaceholderData;
  useEffect(() => {
    if (isNearEnd && isReadyForMore) void fetchNextPage();
  }, [isNearEnd, isReadyForMore, fetchNextPage]);

  // Loading the last page removes the button. Move the focus to the first new row as soon as it is rendered.
  const positionToFocus = useRef<number>(undefined);
  useEffect(() => {
    if (positionToFocus.current === undefined) return;
    const link = findRowLink(table.current, positionToFocus.current);
    if (!link) return;
    positionToFocus.current = undefined;
    link.focus();
  });
  const loadMore = async (): Promise<void> => {
    positionToFocus.current = tasks.length;
    const { isFetchNextPageError: hasFailed } = await fetchNextPage();
    if (hasFailed) positionToFocus.current = undefined;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles bubbled clicks and keys of the rows
    <div
      className={classes['list']}
      data-waiting={isPlaceholderData}
      onClick={remember}
      onKeyDown={onKeyDown}
    >
      <SelectionProvider value={selection}>
        <DataTable
          ref={table}
          label={t('list.title')}
          columns={columns}
          hasCompactCards={isPhone}
          rows={tasks}
          rowKey={({ publicTaskId }) => publicTaskId}
          rowHref={({ publicTaskId }) => `/task/${publicTaskId}`}
          isRefreshing={pages.isRefreshing || isFetchingNextPage}
          sort={{
            by: sortBy,
            direction: params.sortDirection,
            onSort: (by) => onChange(toggleSort(by as TaskSortKey, params)),
          }}
          slice={slice}
          empty={null}
          footer={
            isFetchNextPageError ? (
              <Notice
                tone="danger"
                actions={<Button onClick={() => void loadMore()}>{t('list.retryMore')}</Button>}
              >
                {t('list.failedWith', { reason: describeError(error) })}
              </Notice>
            ) : (
              <LoadMore
                hasMore={hasNextPage}
                isLoading={isFetchingNextPage}
                onLoadMore={() => void loadMore()}
                summary={t(isTotalExact ? 'list.shownOf' : 'list.shownOfMany', {
                  shown: tasks.length,
                  total,
                })}
              />
            )
          }
        />
      </SelectionProvider>
      {bar ? (
        <Suspense>
          <BulkBar {...bar} />
        </Suspense>
      ) : null}
    </div>
  );
};
