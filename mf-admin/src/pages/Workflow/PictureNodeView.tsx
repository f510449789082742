import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import type { PictureNode } from '../../workflow-picture/geometry/picture';
import classes from './picture.module.css';
import { StatusShape } from './Shapes';

export type PictureNodeType = Node<{ node: PictureNode }, 'status'>;

/** A status in the picture. The invisible handles are where a dragged arrow ends. */
export const PictureNodeView = memo(({ data: { node }, selected }: NodeProps<PictureNodeType>) => (
  <>
    <svg width={node.box.width} height={node.box.height} className={classes['shape']} aria-hidden="true">
      <StatusShape node={node} isStrong={selected} />
    </svg>
    <Handle
      type="target"
      position={Position.Left}
      isConnectable={false}
      className={classes['handle'] ?? ''}
    />
    <Handle
      type="source"
      position={Position.Left}
      isConnectable={false}
      className={classes['handle'] ?? ''}
    />
  </>
));
