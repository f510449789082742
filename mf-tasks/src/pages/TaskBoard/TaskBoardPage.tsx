import type { TaskBoard } from '@obieg/contracts';
import { EmptyState, Notice, Page, QueryFailure, SelectField, SkeletonCard } from '@obieg/ui';
import {
  describeError,
  Navigate,
  useArePermissionsLoading,
  usePageTitle,
  usePermissions,
  usePermissionsFailure,
} from '@obieg/web-kit';
import { useState } from 'react';
import { useIsPhone } from '../../browser/use-is-phone';
import { useTaskMessages } from '../../i18n/messages';
import { TaskListHead, useSearchField } from '../../task-list/TaskListHead';
import { type ListState, useListState } from '../../task-list/use-list-state';
import { describeCount } from './BoardColumn';
import { BoardColumns } from './BoardColumns';
import { useBoard } from './board.api';
import classes from './board.module.css';
import { MoveQuestions } from './MoveQuestions';
import { useCardKeys } from './use-card-keys';
import { useCardMoves } from './use-card-moves';

interface BoardProps {
  board: TaskBoard;
  updatedAt: number;
  list: ListState;
}

/** The columns; on a phone, one of them and its selection. */
const Board = ({ board, updatedAt, list }: BoardProps) => {
  const t = useTaskMessages();
  const moves = useCardMoves();
  const isPhone = useIsPhone();
  const firstFilled = board.columns.find(({ total }) => total > 0) ?? board.columns[0];
  // Kept when its last card leaves, so that a phone does not jump to another column.
  const [chosenId, setChosenId] = useState(firstFilled?.statusId);
  useCardKeys(board, !isPhone);
  const shown = board.columns.find(({ statusId }) => statusId === chosenId) ?? firstFilled;
  if (!shown)
    return (
      <EmptyState icon="statuses" title={t('board.noColumns')}>
        {t('board.noColumnsHelp')}
      </EmptyState>
    );
  return (
    <>
      {moves.refusal ? (
        <Notice tone="warning" onDismiss={moves.dismissRefusal}>
          {moves.refusal}
        </Notice>
      ) : null}
      {board.columns.some(({ isSearchComplete }) => isSearchComplete === false) ? (
        <Notice>{t('list.searchIncomplete')}</Notice>
      ) : null}
      {board.hasMoreStatuses ? <Notice>{t('board.moreStatuses')}</Notice> : null}
      {isPhone ? (
        <SelectField
          label={t('board.column')}
          value={String(shown.statusId)}
          onChange={({ target }) => setChosenId(Number(target.value))}
          options={board.columns.map((column) => ({
            value: String(column.statusId),
            label: `${column.statusName} (${describeCount(column)})`,
          }))}
        />
      ) : null}
      <BoardColumns
        board={board}
        updatedAt={updatedAt}
        params={list.params}
        moves={moves}
        onlyStatusId={isPhone ? shown.statusId : undefined}
      />
      <MoveQuestions moves={moves} />
    </>
  );
};

const TaskBoardPage = () => {
  const t = useTaskMessages();
  const list = useListState();
  const { data, error, isRefreshing, refresh, dataUpdatedAt } = useBoard(list.params);
  const { searchField, clearSearch } = useSearchField(list, refresh);
  usePageTitle(t('board.title'));
  const failure = error ? t('list.failedWith', { reason: describeError(error) }) : undefined;
  return (
    <Page width="wide">
      <TaskListHead
        title={t('board.title')}
        layout="board"
        list={list}
        searchField={searchField}
        onClearSearch={clearSearch}
        isRefreshing={isRefreshing}
        onRefresh={refresh}
      />
      {error && data ? <Notice tone="danger">{failure}</Notice> : null}
      {data ? <Board board={data} updatedAt={dataUpdatedAt} list={list} /> : null}
      {!data && error ? (
        <QueryFailure title={t('board.failed')} query={{ error, isFetching: isRefreshing, refetch: refresh }}>
          {failure}
        </QueryFailure>
      ) : null}
      {data || error ? null : (
        <div className={classes['board']} aria-hidden="true">
          {[1, 2, 3].map((column) => (
            <SkeletonCard key={column} lines={6} />
          ))}
        </div>
      )}
    </Page>
  );
};

/** Page `/tasks/board`. Reporters get the page of their submissions, as from the list. */
export const Component = () => {
  const { hasBasePermission } = usePermissions();
  const arePermissionsLoading = useArePermissionsLoading();
  const hasFailed = usePermissionsFailure() !== undefined;
  return hasBasePermission || arePermissionsLoading || hasFailed ? (
    <TaskBoardPage />
  ) : (
    <Navigate to="/my-submissions" replace />
  );
};
