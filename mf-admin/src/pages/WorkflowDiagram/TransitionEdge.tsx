import { Link } from '@obieg/web-kit';
import { type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import classes from './diagram.module.css';
import type { PlacedEdge } from './diagram-layout';
import { emphasisOf, useFocus } from './focus';

export type TransitionEdgeType = Edge<{ placed: PlacedEdge }, 'transition'>;

const angles = { right: 0, down: 90, left: 180, up: 270 } as const;

/** An arrow with its name; both lead to the transition. The list beside is how one gets there without a mouse. */
export const TransitionEdge = memo(({ data }: EdgeProps<TransitionEdgeType>) => {
  const { focus, places, point } = useFocus();
  if (!data) return null;
  const { path, tip, label, transition } = data.placed;
  const place = places.get(data.placed.id) ?? label.own;
  const emphasis = emphasisOf(data.placed, focus);
  const look = {
    'data-emphasis': emphasis,
    'data-inactive': !transition.isActive,
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
        <Link
          to={`/status-transitions/${transition.id}`}
          // Once is enough for who listens or goes by keyboard: in the list.
          aria-hidden
          tabIndex={-1}
          title={transition.name}
          className={`${classes['label']} nopan`}
          style={{
            transform: `translate(-50%, -50%) translate(${place.x}px, ${place.y}px)`,
            maxWidth: emphasis === 'strong' ? undefined : label.maxWidth,
          }}
          onMouseEnter={() => point({ transitionId: transition.id })}
          onMouseLeave={() => point(undefined)}
          {...look}
        >
          {transition.name}
        </Link>
      </EdgeLabelRenderer>
    </>
  );
});
