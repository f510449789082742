import { type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { type MouseEvent, memo } from 'react';
import classes from './diagram.module.css';
import type { PlacedEdge } from './diagram-layout';
import { useDiagram, useFocusedLabelPosition } from './focus';

export type TransitionEdgeType = Edge<{ placed: PlacedEdge }, 'transition'>;

const angles = { right: 0, down: 90, left: 180, up: 270 } as const;

/** An arrow with its name; both lead to the transition. The list beside is how one gets there without a mouse. */
const PlacedArrow = ({ placed }: { placed: PlacedEdge }) => {
  const { point, open } = useDiagram();
  const lookedAt = useFocusedLabelPosition(placed.id);
  const { path, tip, label, transition } = placed;
  const place = lookedAt ?? label.own;
  const look = { 'data-strong': lookedAt !== undefined, 'data-inactive': !transition.isActive };
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(transition.id);
  };
  return (
    <>
      <path d={path} className={classes['hit']} />
      <path d={path} className={classes['arrow']} {...look} />
      <path
        d="M0 0L-9 -4.5L-9 4.5Z"
        transform={`translate(${tip.x} ${tip.y}) rotate(${angles[tip.towards]})`}
        className={classes['tip']}
        {...look}
      />
      <EdgeLabelRenderer>
        {/* Not the router's link: two hundred of them would each follow every change of the address. */}
        <a
          href={`/status-transitions/${transition.id}`}
          // Once is enough for who listens or goes by keyboard: in the list.
          aria-hidden
          tabIndex={-1}
          title={transition.name}
          className={`${classes['label']} nopan`}
          style={{
            transform: `translate(-50%, -50%) translate(${place.x}px, ${place.y}px)`,
            maxWidth: lookedAt ? undefined : label.maxWidth,
          }}
          onClick={follow}
          onMouseEnter={() => point({ transitionId: transition.id })}
          onMouseLeave={() => point(undefined)}
          {...look}
        >
          {transition.name}
        </a>
      </EdgeLabelRenderer>
    </>
  );
};

export const TransitionEdge = memo(({ data }: EdgeProps<TransitionEdgeType>) =>
  data ? <PlacedArrow placed={data.placed} /> : null,
);
