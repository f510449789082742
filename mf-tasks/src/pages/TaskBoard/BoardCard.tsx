import { useDraggable } from '@dnd-kit/core';
import { findNextTarget, type TaskListItem } from '@obieg/contracts';
import { DateTime, DueDate, Icon, PriorityBadge } from '@obieg/ui';
import { Link } from '@obieg/web-kit';
import { useTaskMessages } from '../../i18n/messages';
import { TargetCountdown } from '../../targets/TargetCountdown';
import { AssigneeInline } from '../../task-list/AssigneeInline';
import { UnreadMark } from '../../task-list/UnreadMark';
import classes from './board.module.css';

interface CardContentProps {
  task: TaskListItem;
  /** Called when the link of the card is followed. Without it, the card has no link. */
  onOpen?: () => void;
}

/** What a card shows, also while it is dragged. */
export const CardContent = ({ task, onOpen }: CardContentProps) => {
  const { publicTaskId, title, statusType, priority, lastUpdatedAt, dueAt } = task;
  const t = useTaskMessages();
  const target = findNextTarget(task.targets);
  const mark = task.hasUnread ? <UnreadMark /> : null;
  return (
    <>
      {onOpen ? (
        // The browser would drag the link itself.
        <Link
          to={`/task/${publicTaskId}`}
          className={classes['title'] ?? ''}
          title={title}
          draggable={false}
          onClick={onOpen}
        >
          {mark}
          {title}
        </Link>
      ) : (
        <span className={classes['title']}>
          {mark}
          {title}
        </span>
      )}
      <span className={classes['facts']}>
        <PriorityBadge priority={priority} />
        <span className={classes['quiet']}>
          {dueAt ? (
            <DueDate dueAt={dueAt} statusType={statusType} label={t('due.label')} />
          ) : (
            <DateTime value={lastUpdatedAt} format="relative" />
          )}
        </span>
      </span>
      {target ? (
        <span className={classes['quiet']}>
          <TargetCountdown target={target} isNamed />
        </span>
      ) : null}
      <AssigneeInline task={task} />
    </>
  );
};

interface BoardCardProps {
  task: TaskListItem;
  /** Status of the card's column. */
  statusId: number;
  /** False on a phone, which shows one column. */
  canDrag: boolean;
  isMoving: boolean;
  /** Called when the task is opened. */
  onOpen: () => void;
  /** Opens the transitions of the card, for phones and for readers who do not drag. */
  onChoose: (task: TaskListItem) => void;
}

/** Card of a task. The whole card is dragged by pointer; its button lifts it by keyboard. */
export const BoardCard = ({ task, statusId, canDrag, isMoving, onOpen, onChoose }: BoardCardProps) => {
  const t = useTaskMessages();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, isDragging } = useDraggable({
    id: task.publicTaskId,
    data: { task, statusId },
    disabled: isMoving || !canDrag,
    attributes: { roleDescription: t('board.card') },
  });
  return (
    <li
      ref={setNodeRef}
      className={classes['card']}
      data-board-card
      data-dragging={isDragging}
      data-moving={isMoving}
      {...(canDrag ? listeners : {})}
    >
      <CardContent task={task} onOpen={onOpen} />
      <button
        type="button"
        {...(canDrag ? attributes : {})}
        ref={setActivatorNodeRef}
        className={classes['handle']}
        aria-label={t('board.move', { title: task.title })}
        title={t(canDrag ? 'board.moveHint' : 'board.moveTitle')}
        data-card={task.publicTaskId}
        onClick={() => onChoose(task)}
      >
        <Icon name={canDrag ? 'drag' : 'more'} size={16} />
      </button>
    </li>
  );
};
