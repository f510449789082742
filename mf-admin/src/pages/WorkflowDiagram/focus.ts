import { createContext, useContext } from 'react';
import type { PlacedEdge } from './diagram-layout';

/** What is looked at: a status with all its arrows, or one transition. */
export type Focus = { nodeId: string } | { transitionId: number } | undefined;

/** How an arrow stands to what is looked at. */
export type Emphasis = 'plain' | 'strong' | 'weak';

export const emphasisOf = (
  { transition, source, target }: Pick<PlacedEdge, 'transition' | 'source' | 'target'>,
  focus: Focus,
): Emphasis => {
  if (!focus) return 'plain';
  const isMeant =
    'nodeId' in focus
      ? source === focus.nodeId || target === focus.nodeId
      : transition.id === focus.transitionId;
  return isMeant ? 'strong' : 'weak';
};

interface FocusDoor {
  focus: Focus;
  /** Looks while the mouse is there. */
  point: (focus: Focus) => void;
}

export const FocusContext = createContext<FocusDoor>({ focus: undefined, point: () => undefined });
export const useFocus = (): FocusDoor => useContext(FocusContext);
