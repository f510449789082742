import { useDroppable } from '@dnd-kit/core';
import type { TaskBoardColumn, TransitionOption } from '@obieg/contracts';
import { StatusBadge } from '@obieg/ui';
import { useTaskMessages } from '../../i18n/messages';
import classes from './board.module.css';

/** A status that the filters hide. */
type HiddenStatus = Pick<TaskBoardColumn, 'statusId' | 'statusName' | 'statusType'>;

/** The statuses without a column that the transitions reach. */
export const listHiddenStatuses = (
  options: readonly TransitionOption[],
  columns: readonly TaskBoardColumn[],
): HiddenStatus[] => {
  const hidden = new Map<number, HiddenStatus>();
  for (const { canExecute, toStatusId, toStatusName, toStatusType } of options) {
    if (!canExecute || toStatusId === undefined) continue;
    if (columns.some(({ statusId }) => statusId === toStatusId)) continue;
    hidden.set(toStatusId, { statusId: toStatusId, statusName: toStatusName, statusType: toStatusType });
  }
  return [...hidden.values()];
};

const EdgeColumn = ({ status }: { status: HiddenStatus }) => {
  const t = useTaskMessages();
  const { setNodeRef, isOver } = useDroppable({
    id: `status ${status.statusId}`,
    data: { column: status, isAtEdge: true },
  });
  return (
    <li ref={setNodeRef} className={classes['edgeColumn']} data-over={isOver} title={t('board.hiddenStatus')}>
      <StatusBadge type={status.statusType} isWrapping>
        {status.statusName}
      </StatusBadge>
    </li>
  );
};

/** Narrow columns beside the board, while a card is in the hand that can move to statuses without a column. */
export const EdgeColumns = ({ statuses }: { statuses: readonly HiddenStatus[] }) => {
  const t = useTaskMessages();
  return statuses.length === 0 ? null : (
    <ul className={classes['edge']} aria-label={t('board.hiddenStatuses')}>
      {statuses.map((status) => (
        <EdgeColumn key={status.statusId} status={status} />
      ))}
    </ul>
  );
};
