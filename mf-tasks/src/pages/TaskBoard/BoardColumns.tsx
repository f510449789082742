import {
  type Announcements,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type { TaskBoard, TaskBoardColumn, TaskListItem, TransitionOption } from '@obieg/contracts';
import { logFailure } from '@obieg/web-kit';
import { useRef, useState } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import type { TaskListParams } from '../../task-list/task-list.api';
import { CardContent } from './BoardCard';
import { BoardColumn } from './BoardColumn';
import { fetchTransitions } from './board.api';
import classes from './board.module.css';
import { CardKeyboardSensor } from './card-keyboard-sensor';
import { EdgeColumns, listHiddenStatuses } from './EdgeColumns';
import { moveBetweenColumns } from './move-between-columns';
import type { CardMoves } from './use-card-moves';

/** Pointer distance that starts a drag. A shorter movement is a click. */
const dragStartPx = 6;
/** On touch screens, a shorter press scrolls. */
const touchDelayMs = 250;
const touchTolerancePx = 8;

/** Without a pointer, the column nearest to the card. */
const findColumn: CollisionDetection = (args) =>
  (args.pointerCoordinates ? pointerWithin : closestCenter)(args);

interface CardData {
  task: TaskListItem;
  statusId: number;
}

const readCard = (data: { current?: unknown }): CardData | undefined => data.current as CardData | undefined;
/** A column of the board, or a hidden status at its edge. */
type DropTarget = Pick<TaskBoardColumn, 'statusId' | 'statusName'>;
const readColumn = (data: { current?: unknown } | undefined): DropTarget | undefined =>
  (data?.current as { column?: DropTarget } | undefined)?.column;

interface DraggedCard extends CardData {
  /** Undefined until they are loaded. */
  options: readonly TransitionOption[] | undefined;
}

/** The card in the hand, with its transitions, which mark the columns that it can reach. */
const useDraggedCard = () => {
  const [dragged, setDragged] = useState<DraggedCard>();
  const start = ({ active }: DragStartEvent): void => {
    const card = readCard(active.data);
    if (!card) return;
    setDragged({ ...card, options: undefined });
    fetchTransitions(card.task.publicTaskId)
      .then((options) => setDragged((now) => (now?.task === card.task ? { ...card, options } : now)))
      // The drop loads them again and shows the error.
      .catch((error: unknown) => logFailure('Transitions could not be loaded', error));
  };
  return { dragged, start, end: () => setDragged(undefined) };
};

const isReachable = (card: DraggedCard, { statusId }: DropTarget): boolean =>
  card.statusId === statusId ||
  card.options === undefined ||
  card.options.some(({ toStatusId, canExecute }) => canExecute && toStatusId === statusId);

/** Announces each step of a drag to screen readers. */
const useAnnouncements = (dragged: DraggedCard | undefined): Announcements => {
  const t = useTaskMessages();
  const announcedId = useRef<number>(undefined);
  return {
    onDragStart: ({ active }) => {
      const { task, statusId } = readCard(active.data) ?? {};
      announcedId.current = statusId;
      return task && t('board.lifted', { title: task.title, status: task.statusName });
    },
    onDragOver: ({ over }) => {
      const column = readColumn(over?.data);
      // Announcing the start column would interrupt the "lifted" announcement.
      if (!column || column.statusId === announcedId.current) return undefined;
      announcedId.current = column.statusId;
      const text = dragged && !isReachable(dragged, column) ? 'board.overUnreachable' : 'board.over';
      return t(text, { status: column.statusName });
    },
    onDragEnd: ({ over }) => {
      const column = readColumn(over?.data);
      return column ? t('board.dropped', { status: column.statusName }) : t('board.cancelled');
    },
    onDragCancel: () => t('board.cancelled'),
  };
};

interface BoardColumnsProps {
  board: TaskBoard;
  updatedAt: number;
  params: TaskListParams;
  moves: CardMoves;
  /** Shows only this column, on a phone. */
  onlyStatusId: number | undefined;
}

/** The columns, between which cards move by pointer, touch and keyboard. */
export const BoardColumns = ({ board, updatedAt, params, moves, onlyStatusId }: BoardColumnsProps) => {
  const t = useTaskMessages();
  const { dragged, start, end } = useDraggedCard();
  const announcements = useAnnouncements(dragged);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: dragStartPx } }),
    useSensor(TouchSensor, { activationConstraint: { delay: touchDelayMs, tolerance: touchTolerancePx } }),
    useSensor(CardKeyboardSensor, { coordinateGetter: moveBetweenColumns }),
  );
  const drop = ({ active, over, activatorEvent }: DragEndEvent): void => {
    end();
    const card = readCard(active.data);
    const column = readColumn(over?.data);
    if (card && activatorEvent instanceof KeyboardEvent) moves.keepFocus(card.task.publicTaskId);
    if (card && column && card.statusId !== column.statusId) void moves.move(card.task, column);
  };
  const columns = board.columns.filter(
    ({ statusId }) => onlyStatusId === undefined || statusId === onlyStatusId,
  );
  const { question } = moves;
  const offered = dragged?.options ?? (question?.kind === 'choose' ? question.options : []);
  // A phone has room for one column. Its dialog offers the transitions.
  const hidden = onlyStatusId === undefined ? listHiddenStatuses(offered, board.columns) : [];
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={findColumn}
      onDragStart={start}
      onDragCancel={end}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('board.instructions') } }}
    >
      <div className={classes['frame']}>
        <div className={classes['board']}>
          {columns.map((column) => (
            <BoardColumn
              key={column.statusId}
              column={column}
              params={params}
              updatedAt={updatedAt}
              moves={moves}
              isReachable={dragged && isReachable(dragged, column)}
              canDrag={onlyStatusId === undefined}
            />
          ))}
        </div>
        <EdgeColumns statuses={hidden} />
      </div>
      <DragOverlay dropAnimation={null}>
        {dragged ? (
          <div className={classes['card']} data-overlay="true">
            <CardContent task={dragged.task} />
          </div>
        ) : null}
      </DragOverlay>
    </DndContext>
  );
};
