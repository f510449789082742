import { Handle, type Node, type NodeProps, Position, useConnection } from '@xyflow/react';
import { memo } from 'react';
import { useAdminMessages } from '../i18n/messages';
import type { NodeMetrics } from './geometry/metrics';
import { canConnect, type PictureNode } from './geometry/picture';
import classes from './picture.module.css';
import { StatusShape } from './StatusShape';

export type PictureNodeType = Node<{ node: PictureNode; metrics: NodeMetrics }, 'status'>;

/** A status, or the start of new tasks. The user draws an arrow to another status from the dot at its border. */
export const PictureNodeView = memo(
  ({ data: { node, metrics }, selected, isConnectable }: NodeProps<PictureNodeType>) => {
    const t = useAdminMessages();
    const drawingFromId = useConnection(({ inProgress, fromNode }) => (inProgress ? fromNode.id : undefined));
    const { id, status, box, name, nameLines } = node;
    return (
      <div
        className={classes['node']}
        data-refused={drawingFromId !== undefined && !canConnect(drawingFromId, status)}
        title={nameLines.at(-1)?.endsWith('…') ? name : undefined}
      >
        <svg width={box.width} height={box.height} className={classes['shape']} aria-hidden="true">
          <StatusShape node={node} metrics={metrics} isStrong={selected} />
        </svg>
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
          title={t('picture.draw')}
        />
      </div>
    );
  },
);
