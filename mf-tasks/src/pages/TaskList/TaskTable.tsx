import type { TaskListItem, TaskSortKey } from '@obieg/contracts';
import { Button, DataTable, LoadMore, Notice } from '@obieg/ui';
import { useNavigationType } from '@obieg/web-kit';
import { type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { describeError } from '../../describe-error';
import { useTaskMessages } from '../../messages';
import { createListMemory } from './list-memory';
import { taskColumns } from './task-columns';
import type { TaskListQuestion, useTaskPages } from './task-list.api';
import classes from './task-list.module.css';
import { orderBy, type TaskListFilters } from './task-list-filters';
import { useIsPrinted } from './use-is-printed';
import { useRowSlice } from './use-row-slice';

/** The server counts no further; then this many means "or more". */
export const countedAtMost = 1_000;
/** The next page is on its way before one reaches the end of this one. */
const rowsAhead = 25;

const linkOfRow = (table: HTMLTableElement | null, position: number) =>
  table?.querySelector<HTMLAnchorElement>(`tr[data-index="${position}"] a`);

/** The task that was opened last from each list: going back, one stands where one left. */
const lastOpened = createListMemory<number>();

const useReturnToRow = (tasks: readonly TaskListItem[], listKey: string) => {
  const table = useRef<HTMLTableElement>(null);
  const isReturn = useRef(useNavigationType() === 'POP');
  const position = tasks.findIndex(({ publicTaskId }) => publicTaskId === lastOpened.get(listKey));
  useEffect(() => {
    if (!isReturn.current || position < 0) return;
    const link = linkOfRow(table.current, position);
    // The row is drawn once the window has scrolled to it.
    if (!link) return;
    isReturn.current = false;
    if (document.activeElement === document.body || document.activeElement?.contains(table.current))
      link.focus({ preventScroll: true });
  });
  const remember = ({ target }: MouseEvent): void => {
    const row = (target as Element).closest<HTMLElement>('tr[data-index]');
    const opened = tasks[Number(row?.dataset['index'] ?? -1)];
    if (opened) lastOpened.set(listKey, opened.publicTaskId);
  };
  return { table, remember };
};

interface TaskTableProps {
  pages: ReturnType<typeof useTaskPages>;
  tasks: readonly TaskListItem[];
  question: TaskListQuestion;
  onChange: (changes: Partial<TaskListFilters>) => void;
}

/** The tasks that were found, loaded as one reads on; only the rows in sight are drawn. */
export const TaskTable = ({ pages, tasks, question, onChange }: TaskTableProps) => {
  const t = useTaskMessages();
  const { error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = pages;
  const { isPlaceholderData, fetchNextPage } = pages;
  const columns = useMemo(() => taskColumns(t), [t]);
  const listKey = JSON.stringify(question);
  const { table, remember } = useReturnToRow(tasks, listKey);
  const isCounted = !hasNextPage || pages.total < countedAtMost;
  const total = hasNextPage ? pages.total : tasks.length;
  const isPrinted = useIsPrinted();
  const slice = useRowSlice({
    rows: tasks,
    table,
    listKey,
    rowCount: isCounted ? total : -1,
    isWhole: isPrinted,
  });

  // On paper nobody reads on.
  const isNearEnd = !isPrinted && (slice.items.at(-1)?.position ?? 0) >= tasks.length - rowsAhead;
  const isReadyForMore = hasNextPage && !isFetching && !isFetchNextPageError && !isPlaceholderData;
  useEffect(() => {
    if (isNearEnd && isReadyForMore) void fetchNextPage();
  }, [isNearEnd, isReadyForMore, fetchNextPage]);

  // The button may be gone with the last page; who pressed it reads on at the first new row, once that is drawn.
  const readOnAt = useRef<number>(undefined);
  useEffect(() => {
    if (readOnAt.current === undefined) return;
    const link = linkOfRow(table.current, readOnAt.current);
    if (!link) return;
    readOnAt.current = undefined;
    link.focus();
  });
  const loadMore = async (): Promise<void> => {
    readOnAt.current = tasks.length;
    const { isFetchNextPageError: hasFailed } = await fetchNextPage();
    if (hasFailed) readOnAt.current = undefined;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to the rows' links, and is pressed by nobody
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter is a click
    <div className={classes['list']} data-waiting={isPlaceholderData} onClick={remember}>
      <DataTable
        ref={table}
        label={t('list.title')}
        columns={columns}
        rows={tasks}
        rowKey={({ publicTaskId }) => publicTaskId}
        rowHref={({ publicTaskId }) => `/task/${publicTaskId}`}
        isRefreshing={pages.isRefreshing || isFetchingNextPage}
        sort={{
          by: question.sortBy,
          direction: question.sortDirection,
          onSort: (by) => onChange(orderBy(by as TaskSortKey, question)),
        }}
        slice={slice}
        empty={null}
        footer={
          isFetchNextPageError ? (
            <Notice
              tone="danger"
              actions={<Button onClick={() => void loadMore()}>{t('list.retryMore')}</Button>}
            >
              {t('list.failedWith', { reason: describeError(error, t) })}
            </Notice>
          ) : (
            <LoadMore
              hasMore={hasNextPage}
              isLoading={isFetchingNextPage}
              onLoadMore={() => void loadMore()}
              summary={t(isCounted ? 'list.shownOf' : 'list.shownOfMany', { shown: tasks.length, total })}
            />
          )
        }
      />
    </div>
  );
};
