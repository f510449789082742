import { useDroppable } from '@dnd-kit/core';
import type { TaskBoardColumn, TaskListItem } from '@obieg/contracts';
import { Button, Notice, StatusBadge } from '@obieg/ui';
import { LoadMore } from '@obieg/ui/lists';
import { describeError } from '@obieg/web-kit';
import { type UIEvent, useId } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { keepOpenedList } from '../../task-list/opened-list';
import type { TaskListParams } from '../../task-list/task-list.api';
import { BoardCard } from './BoardCard';
import { useColumnTasks } from './board.api';
import classes from './board.module.css';
import type { CardMoves } from './use-card-moves';

/** The server stops counting at this total. This value means "or more". */
const maxCountedTotal = 1_000;
/** The next page loads when less than this is left below the visible cards. */
const prefetchPx = 600;

interface BoardColumnProps {
  column: TaskBoardColumn;
  params: TaskListParams;
  updatedAt: number;
  moves: CardMoves;
  /** Whether a transition of the dragged card leads here; undefined while nothing is dragged. */
  isReachable: boolean | undefined;
  /** False on a phone, which shows one column. */
  canDrag: boolean;
}

/** Cards with the one on its way in its new column. */
const withPending = (
  tasks: readonly TaskListItem[],
  { statusId }: TaskBoardColumn,
  pending: CardMoves['pending'],
): readonly TaskListItem[] => {
  if (!pending) return tasks;
  const others = tasks.filter(({ publicTaskId }) => publicTaskId !== pending.card.publicTaskId);
  return pending.statusId === statusId ? [pending.card, ...others] : others;
};

export const describeCount = ({ total, isTotalExact }: TaskBoardColumn): string =>
  isTotalExact !== false && total < maxCountedTotal ? String(total) : `${total}+`;

/** A status with its cards. Loads further cards while scrolling. */
export const BoardColumn = ({ column, params, updatedAt, moves, isReachable, canDrag }: BoardColumnProps) => {
  const t = useTaskMessages();
  const headingId = useId();
  const { setNodeRef, isOver } = useDroppable({ id: `status ${column.statusId}`, data: { column } });
  const { tasks, query, nextCursor, isLoadingMore, error, loadMore, retry } = useColumnTasks(
    params,
    column,
    updatedAt,
  );
  const hasMore = nextCursor !== null;
  const cards = withPending(tasks, column, moves.pending);
  const loadNearEnd = ({ currentTarget }: UIEvent<HTMLDivElement>): void => {
    const { scrollHeight, scrollTop, clientHeight } = currentTarget;
    if (hasMore && !isLoadingMore && !error && scrollHeight - scrollTop - clientHeight < prefetchPx)
      loadMore();
  };
  return (
    <section
      ref={setNodeRef}
      className={classes['column']}
      aria-labelledby={headingId}
      data-over={isOver}
      data-reachable={isReachable}
    >
      <h2 id={headingId} className={classes['head']} tabIndex={-1}>
        <StatusBadge type={column.statusType}>{column.statusName}</StatusBadge>
        <span className={classes['count']}>{describeCount(column)}</span>
      </h2>
      <div className={classes['cards']} onScroll={loadNearEnd}>
        {cards.length === 0 ? <p className={classes['empty']}>{t('board.empty')}</p> : null}
        <ul className={classes['list']}>
          {cards.map((task) => (
            <BoardCard
              key={task.publicTaskId}
              task={task}
              statusId={column.statusId}
              canDrag={canDrag}
              isMoving={moves.pending?.card.publicTaskId === task.publicTaskId}
              onOpen={() =>
                keepOpenedList({ ids: cards.map(({ publicTaskId }) => publicTaskId), query, nextCursor })
              }
              onChoose={(card) => void moves.choose(card)}
            />
          ))}
        </ul>
        {error ? (
          <Notice tone="danger" actions={<Button onClick={retry}>{t('list.retryMore')}</Button>}>
            {t('list.failedWith', { reason: describeError(error) })}
          </Notice>
        ) : (
          <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onLoadMore={loadMore} />
        )}
      </div>
    </section>
  );
};
