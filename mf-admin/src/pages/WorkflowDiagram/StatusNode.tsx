import { Icon, type IconName } from '@obieg/ui';
import { Handle, type Node, type NodeProps, Position, useConnection } from '@xyflow/react';
import { memo } from 'react';
import { useAdminMessages } from '../../messages';
import classes from './diagram.module.css';
import type { PlacedNode } from './diagram-layout';

export type StatusNodeType = Node<{ placed: PlacedNode; canLeadTo: (fromId: string) => boolean }, 'status'>;

const icons = { INITIAL: 'initial', INTERMEDIATE: 'intermediate', FINAL: 'final' } as const satisfies Record<
  string,
  IconName
>;

/** A status, or the mark where new tasks come in. Arrows are drawn from anywhere on it to anywhere on another. */
export const StatusNode = memo(({ data, isConnectable }: NodeProps<StatusNodeType>) => {
  const t = useAdminMessages();
  const { id, status } = data.placed;
  const drawnFrom = useConnection(({ inProgress, fromNode }) => (inProgress ? fromNode.id : undefined));
  const name = status?.name ?? t('diagram.start');
  return (
    <div
      className={classes['node']}
      data-type={status?.statusType ?? 'START'}
      data-refused={drawnFrom !== undefined && !data.canLeadTo(drawnFrom)}
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
          data-open={drawnFrom !== undefined && drawnFrom !== id}
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
