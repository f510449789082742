import { Icon, type IconName } from '@obieg/ui';
import { Handle, type Node, type NodeProps, Position, useConnection } from '@xyflow/react';
import { memo } from 'react';
import { useAdminMessages } from '../i18n/messages';
import classes from './diagram.module.css';
import type { PlacedNode } from './geometry/diagram-layout';

interface StatusNodeData extends Record<string, unknown> {
  placed: PlacedNode;
  /** Whether an arrow from the node may end here. */
  canBeTargetOf: (fromId: string) => boolean;
}

export type StatusNodeType = Node<StatusNodeData, 'status'>;

const icons = { INITIAL: 'initial', INTERMEDIATE: 'intermediate', FINAL: 'final' } as const satisfies Record<
  string,
  IconName
>;

/** A status, or the start node for new tasks. The user can draw an arrow from any point of it to another status. */
export const StatusNode = memo(({ data, isConnectable }: NodeProps<StatusNodeType>) => {
  const t = useAdminMessages();
  const { id, status } = data.placed;
  const drawingFromId = useConnection(({ inProgress, fromNode }) => (inProgress ? fromNode.id : undefined));
  const name = status?.name ?? t('diagram.start');
  return (
    <div
      className={classes['node']}
      data-type={status?.statusType ?? 'START'}
      data-refused={drawingFromId !== undefined && !data.canBeTargetOf(drawingFromId)}
      title={name}
    >
      <Icon name={status ? icons[status.statusType] : 'run'} size={18} />
      <span className={classes['nodeName']}>{name}</span>
      {status ? (
        <Handle
          type="target"
          position={Position.Left}
          isConnectable={isConnectable}
          isConnectableStart={false}
          className={classes['target'] ?? ''}
          data-open={drawingFromId !== undefined && drawingFromId !== id}
        />
      ) : null}
      <Handle
        type="source"
        position={Position.Right}
        isConnectable={isConnectable}
        isConnectableEnd={false}
        className={classes['source'] ?? ''}
      />
    </div>
  );
});
