import { type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import { ArrowShape, LabelShape } from './ArrowShape';
import { useArrowFocus } from './focus-store';
import { routeLoop } from './geometry/arrange';
import { createBoxIndex } from './geometry/box-index';
import { boxAround, centerOf, type Point } from './geometry/boxes';
import { toPath } from './geometry/curves';
import type { LabelMetrics } from './geometry/metrics';
import type { PictureArrow, PictureNode } from './geometry/picture';
import { routeArrow } from './geometry/route-arrow';
import classes from './picture.module.css';

interface PictureEdgeData extends Record<string, unknown> {
  arrow: PictureArrow;
  source: PictureNode;
  target: PictureNode;
  metrics: LabelMetrics;
  /** Whether the name appears only with the focus. */
  isNameHidden: boolean;
  /** The address of a transition, if names are links. */
  hrefOf: ((transitionId: number) => string) | undefined;
}

export type PictureEdgeType = Edge<PictureEdgeData, 'arrow'>;

/** Whether the user is dragging a status away from where the arrow ends. */
const isMoved = ({ box }: PictureNode, end: Point): boolean => {
  const { x, y } = centerOf(box);
  return Math.abs(end.x - x) > 2 || Math.abs(end.y - y) > 2;
};

const Arrow = ({ arrow, metrics, isNameHidden, hrefOf }: PictureEdgeData) => {
  const { emphasis, label } = useArrowFocus(arrow);
  const placed = label ? { ...arrow, label: { ...label, rows: arrow.label.rows } } : arrow;
  const hasName = !isNameHidden || label !== undefined;
  const look = { arrow: placed, isStrong: emphasis === 'strong', isWeak: emphasis === 'weak' };
  const { box, rows } = placed.label;
  return (
    <>
      <path d={toPath(arrow.curve)} className={classes['hit']} />
      <ArrowShape {...look} />
      {hasName ? (
        <EdgeLabelRenderer>
          <svg
            className={`${classes['label']} nopan`}
            data-emphasis={emphasis}
            data-label={rows.map(({ transition }) => transition.name).join('\n')}
            width={box.width}
            height={box.height}
            style={{ transform: `translate(${box.x}px, ${box.y}px)` }}
            aria-hidden="true"
          >
            <LabelShape {...look} metrics={metrics} hrefOf={hrefOf} />
          </svg>
        </EdgeLabelRenderer>
      ) : null}
    </>
  );
};

const Dragged = ({ arrow, source, target, from, to }: PictureEdgeData & { from: Point; to: Point }) => {
  const [start, end] = [boxAround(from, source.box), boxAround(to, target.box)];
  const isLoop = arrow.source === arrow.target;
  const curve = isLoop ? routeLoop(start).curve : routeArrow(start, end, createBoxIndex());
  return <path d={toPath(curve)} className={classes['dragged']} />;
};

/** An arrow and its names. While a status is dragged, its arrows have no names. */
export const PictureEdgeView = memo(
  ({ data, sourceX, sourceY, targetX, targetY }: EdgeProps<PictureEdgeType>) => {
    if (!data) return null;
    const [from, to] = [
      { x: sourceX, y: sourceY },
      { x: targetX, y: targetY },
    ];
    return isMoved(data.source, from) || isMoved(data.target, to) ? (
      <Dragged {...data} from={from} to={to} />
    ) : (
      <Arrow {...data} />
    );
  },
);
