import { createContext, useContext, useSyncExternalStore } from 'react';
import type { PlacedEdge } from './diagram-layout';
import type { Point } from './edge-paths';

/** What is looked at: a status with all its arrows, or one transition. */
export type Focus = { nodeId: string } | { transitionId: number } | undefined;

/** Whether an arrow is among what is looked at. */
export const isFocused = (
  { transition, source, target }: Pick<PlacedEdge, 'transition' | 'source' | 'target'>,
  focus: Focus,
): boolean => {
  if (!focus) return false;
  return 'nodeId' in focus
    ? source === focus.nodeId || target === focus.nodeId
    : transition.id === focus.transitionId;
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

/** Places of the names that are looked at; with a step moved up and down until none is on another. */
export const spreadLabels = (
  edges: readonly PlacedEdge[],
  focus: Focus,
  step: number | undefined,
): ReadonlyMap<string, Point> => {
  const names = edges
    .filter((edge) => isFocused(edge, focus))
    .map((edge) => ({
      id: edge.id,
      width: Math.min(edge.label.maxWidth, [...edge.transition.name].length * letterWidth + 24),
      ...labelPlace(edge, focus),
    }));
  if (step === undefined) return new Map(names.map(({ id, x, y }) => [id, { x, y }]));
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

type Places = ReadonlyMap<string, Point>;

/**
 * Where the names of the arrows are that are looked at. Outside React's state: with two hundred arrows only those that
 * begin or cease to be looked at may be drawn anew.
 */
export const createFocusStore = () => {
  let places: Places = new Map();
  const listeners = new Set<() => void>();
  return {
    read: (): Places => places,
    write: (next: Places): void => {
      places = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

interface DiagramContextValue {
  store: ReturnType<typeof createFocusStore>;
  /** Looks while the mouse is there. */
  point: (focus: Focus) => void;
  open: (transitionId: number) => void;
}

export const DiagramContext = createContext<DiagramContextValue>({
  store: createFocusStore(),
  point: () => undefined,
  open: () => undefined,
});
export const useDiagram = (): DiagramContextValue => useContext(DiagramContext);

/** Where the arrow's name is while the arrow is looked at; undefined while it is not. */
export const useFocusedLabelPosition = (edgeId: string): Point | undefined => {
  const { store } = useDiagram();
  return useSyncExternalStore(store.subscribe, () => store.read().get(edgeId));
};
