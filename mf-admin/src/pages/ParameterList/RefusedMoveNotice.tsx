import { Button, Notice } from '@obieg/ui';
import { useAdminMessages } from '../../i18n/messages';
import { findPlaceAgain, type ParameterNode } from './question-order';

/** A move that the server refused, because another user has changed the order since the list was loaded. */
export interface RefusedMove {
  movedId: number;
  /** The order that the user wanted. */
  parameterIds: readonly number[];
}

interface RefusedMoveNoticeProps {
  refused: RefusedMove;
  /** In the present order. */
  nodes: readonly ParameterNode[];
  onMove: (from: number, to: number) => void;
  onDismiss: () => void;
}

/** Says that the list shows another order now, and offers to make the move in it. */
export const RefusedMoveNotice = ({
  refused: { movedId, parameterIds },
  nodes,
  onMove,
  onDismiss,
}: RefusedMoveNoticeProps) => {
  const t = useAdminMessages();
  const places = findPlaceAgain(nodes, parameterIds, movedId);
  return (
    <Notice
      tone="warning"
      onDismiss={onDismiss}
      actions={
        places ? (
          <Button size="small" onClick={() => onMove(places.from, places.to)}>
            {t('parameters.moveAgain', { name: places.name })}
          </Button>
        ) : undefined
      }
    >
      {t('parameters.orderChanged')}
    </Notice>
  );
};
