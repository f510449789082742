import { type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import { centerOf } from '../../workflow-picture/geometry/boxes';
import type { PictureArrow, PictureNode } from '../../workflow-picture/geometry/picture';
import classes from './picture.module.css';
import { useEmphasis } from './picture-focus';
import { ArrowShape, LabelShape } from './Shapes';

interface PictureEdgeData extends Record<string, unknown> {
  arrow: PictureArrow;
  source: PictureNode;
  target: PictureNode;
}

export type PictureEdgeType = Edge<PictureEdgeData, 'arrow'>;

type End = { x: number; y: number };

/** Whether the user is dragging a status away from where the arrow ends. */
const isMoved = ({ box }: PictureNode, end: End): boolean => {
  const { x, y } = centerOf(box);
  return Math.abs(end.x - x) > 2 || Math.abs(end.y - y) > 2;
};

const Arrow = ({ arrow }: { arrow: PictureArrow }) => {
  const emphasis = useEmphasis(arrow);
  const look = { arrow, isStrong: emphasis === 'strong', isWeak: emphasis === 'weak' };
  const { box, rows } = arrow.label;
  return (
    <>
      <path d={arrow.path} className={classes['hit']} />
      <ArrowShape {...look} />
      <EdgeLabelRenderer>
        <svg
          className={classes['label']}
          data-emphasis={emphasis}
          data-label={rows.map(({ transition }) => transition.name).join('\n')}
          width={box.width}
          height={box.height}
          style={{ transform: `translate(${box.x}px, ${box.y}px)` }}
          aria-hidden="true"
        >
          <LabelShape {...look} />
        </svg>
      </EdgeLabelRenderer>
    </>
  );
};

/** An arrow and its names. While a status is dragged, its arrows are straight lines without names. */
export const PictureEdgeView = memo(
  ({ data, sourceX, sourceY, targetX, targetY }: EdgeProps<PictureEdgeType>) => {
    if (!data) return null;
    const [from, to] = [
      { x: sourceX, y: sourceY },
      { x: targetX, y: targetY },
    ];
    return isMoved(data.source, from) || isMoved(data.target, to) ? (
      <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} className={classes['dragged']} />
    ) : (
      <Arrow arrow={data.arrow} />
    );
  },
);
