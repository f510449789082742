import { type Edge, EdgeLabelRenderer, type EdgeProps, useInternalNode } from '@xyflow/react';
import { memo } from 'react';
import { ArrowShape, LabelShape } from './ArrowShape';
import { useArrowFocus } from './focus-store';
import { isLoop, routeLoop } from './geometry/arrangement';
import { createBoxIndex } from './geometry/box-index';
import type { Box } from './geometry/boxes';
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

/** Returns where a status is while the user drags it, and undefined where the arrow ends at it. */
const useDraggedBox = ({ id, box }: PictureNode): Box | undefined => {
  const position = useInternalNode(id)?.internals.positionAbsolute;
  if (!position) return undefined;
  const isMoved = Math.abs(position.x - box.x) > 2 || Math.abs(position.y - box.y) > 2;
  return isMoved ? { ...box, x: position.x, y: position.y } : undefined;
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

/** An arrow and its names. While a status is dragged, its arrows have no names. */
const ArrowOrDragged = (data: PictureEdgeData) => {
  const { arrow, source, target } = data;
  const [from, to] = [useDraggedBox(source), useDraggedBox(target)];
  if (!from && !to) return <Arrow {...data} />;
  const [start, end] = [from ?? source.box, to ?? target.box];
  const curve = isLoop(arrow) ? routeLoop(start).curve : routeArrow(start, end, createBoxIndex());
  return <path d={toPath(curve)} className={classes['dragged']} />;
};

export const PictureEdgeView = memo(({ data }: EdgeProps<PictureEdgeType>) =>
  data ? <ArrowOrDragged {...data} /> : null,
);
