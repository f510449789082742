import { type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { type MouseEvent, memo } from 'react';
import classes from './diagram.module.css';
import { useDiagram, useFocusedLabelPosition } from './focus';
import type { PlacedEdge } from './geometry/diagram-layout';

export type TransitionEdgeType = Edge<{ placed: PlacedEdge }, 'transition'>;

const tipAngles = { right: 0, down: 90, left: 180, up: 270 } as const;

/** An arrow and its name; a click opens the transition. Keyboard users open it from the list. */
const Arrow = ({ placed }: { placed: PlacedEdge }) => {
  const { setHovered, openTransition } = useDiagram();
  const focusedPosition = useFocusedLabelPosition(placed.id);
  const { path, tip, label, transition } = placed;
  const position = focusedPosition ?? label.own;
  const look = { 'data-strong': focusedPosition !== undefined, 'data-inactive': !transition.isActive };
  const followLink = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openTransition(transition.id);
  };
  return (
    <>
      <path d={path} className={classes['hit']} />
      <path d={path} className={classes['arrow']} {...look} />
      <path
        d="M0 0L-9 -4.5L-9 4.5Z"
        transform={`translate(${tip.x} ${tip.y}) rotate(${tipAngles[tip.towards]})`}
        className={classes['tip']}
        {...look}
      />
      <EdgeLabelRenderer>
        {/* A plain link: hundreds of router links would all re-render on every URL change. */}
        <a
          href={`/status-transitions/${transition.id}`}
          // Screen reader and keyboard users have the same link in the list.
          aria-hidden
          tabIndex={-1}
          title={transition.name}
          className={`${classes['label']} nopan`}
          style={{
            transform: `translate(-50%, -50%) translate(${position.x}px, ${position.y}px)`,
            maxWidth: focusedPosition ? undefined : label.maxWidth,
          }}
          onClick={followLink}
          onMouseEnter={() => setHovered({ transitionId: transition.id })}
          onMouseLeave={() => setHovered(undefined)}
          {...look}
        >
          {transition.name}
        </a>
      </EdgeLabelRenderer>
    </>
  );
};

export const TransitionEdge = memo(({ data }: EdgeProps<TransitionEdgeType>) =>
  data ? <Arrow placed={data.placed} /> : null,
);
