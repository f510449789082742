import { createContext, useContext } from 'react';
import type { PlacedEdge } from './diagram-layout';
import type { Point } from './edge-ways';

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

/** At the end away from the status that is looked at, where names are less on top of each other. */
const labelPlace = ({ label, source, target }: PlacedEdge, focus: Focus): Point => {
  if (focus && 'nodeId' in focus) {
    if (focus.nodeId === source) return label.atTarget;
    if (focus.nodeId === target) return label.atSource;
  }
  return label.own;
};

/** At most this often names push each other; they rest sooner as a rule. */
const rounds = 40;
const letterWidth = 10;

/** Places of the names that are looked at, moved up and down until none is on another. */
export const spreadNames = (
  edges: readonly PlacedEdge[],
  focus: Focus,
  step: number,
): ReadonlyMap<string, Point> => {
  const names = edges
    .filter((edge) => emphasisOf(edge, focus) === 'strong')
    .map((edge) => ({
      id: edge.id,
      width: Math.min(edge.label.maxWidth, [...edge.transition.name].length * letterWidth + 24),
      ...labelPlace(edge, focus),
    }));
  for (let round = 0; round < rounds; round += 1) {
    let isAtRest = true;
    names.sort((one, other) => one.y - other.y);
    for (const [index, upper] of names.entries()) {
      for (const lower of names.slice(index + 1)) {
        const overlap = step - (lower.y - upper.y);
        const isBeside = Math.abs(lower.x - upper.x) >= (lower.width + upper.width) / 2;
        if (overlap <= 0.5 || isBeside) continue;
        isAtRest = false;
        upper.y -= overlap / 2;
        lower.y += overlap / 2;
      }
    }
    if (isAtRest) break;
  }
  return new Map(names.map(({ id, x, y }) => [id, { x, y }]));
};

interface FocusDoor {
  focus: Focus;
  /** Where names stand other than at their own places. */
  places: ReadonlyMap<string, Point>;
  /** Looks while the mouse is there. */
  point: (focus: Focus) => void;
}

export const FocusContext = createContext<FocusDoor>({
  focus: undefined,
  places: new Map(),
  point: () => undefined,
});
export const useFocus = (): FocusDoor => useContext(FocusContext);
