import { createContext, useContext, useSyncExternalStore } from 'react';
import type { PlacedEdge } from './geometry/diagram-layout';
import type { Point } from './geometry/edge-paths';

/** The highlighted part of the diagram: a status with all its arrows, or one transition. */
export type Focus = { nodeId: string } | { transitionId: number } | undefined;

/** Returns whether an arrow belongs to the focus. */
export const isFocused = (
  { transition, source, target }: Pick<PlacedEdge, 'transition' | 'source' | 'target'>,
  focus: Focus,
): boolean => {
  if (!focus) return false;
  return 'nodeId' in focus
    ? source === focus.nodeId || target === focus.nodeId
    : transition.id === focus.transitionId;
};

/** Returns the label position at the end away from the focused status, where labels overlap less. */
const getLabelPosition = ({ label, source, target }: PlacedEdge, focus: Focus): Point => {
  if (focus && 'nodeId' in focus) {
    if (focus.nodeId === source) return label.atTarget;
    if (focus.nodeId === target) return label.atSource;
  }
  return label.own;
};

/** Upper bound; the labels usually settle after fewer rounds. */
const roundsMax = 40;
const letterWidthPx = 10;

/**
 * Returns the label positions of the focused edges.
 *
 * @param stepPx minimum vertical distance; labels move up and down until none overlap. Undefined keeps the positions.
 */
export const spreadLabels = (
  edges: readonly PlacedEdge[],
  focus: Focus,
  stepPx: number | undefined,
): ReadonlyMap<string, Point> => {
  const labels = edges
    .filter((edge) => isFocused(edge, focus))
    .map((edge) => ({
      id: edge.id,
      width: Math.min(edge.label.maxWidth, [...edge.transition.name].length * letterWidthPx + 24),
      ...getLabelPosition(edge, focus),
    }));
  if (stepPx === undefined) return new Map(labels.map(({ id, x, y }) => [id, { x, y }]));
  for (let round = 0; round < roundsMax; round += 1) {
    let isSettled = true;
    labels.sort((one, other) => one.y - other.y);
    for (const [index, upper] of labels.entries()) {
      for (const lower of labels.slice(index + 1)) {
        const overlap = stepPx - (lower.y - upper.y);
        const isBeside = Math.abs(lower.x - upper.x) >= (lower.width + upper.width) / 2;
        if (overlap <= 0.5 || isBeside) continue;
        isSettled = false;
        upper.y -= overlap / 2;
        lower.y += overlap / 2;
      }
    }
    if (isSettled) break;
  }
  return new Map(labels.map(({ id, x, y }) => [id, { x, y }]));
};

type LabelPositions = ReadonlyMap<string, Point>;

/**
 * Creates a store of the focused edges' label positions. It is outside React state, so that a focus change
 * re-renders only the affected arrows, out of up to several hundred.
 */
export const createFocusStore = () => {
  let positions: LabelPositions = new Map();
  const listeners = new Set<() => void>();
  return {
    read: (): LabelPositions => positions,
    write: (next: LabelPositions): void => {
      positions = next;
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
  setHovered: (focus: Focus) => void;
  openTransition: (transitionId: number) => void;
}

export const DiagramContext = createContext<DiagramContextValue>({
  store: createFocusStore(),
  setHovered: () => undefined,
  openTransition: () => undefined,
});
export const useDiagram = (): DiagramContextValue => useContext(DiagramContext);

/** Returns the edge's label position while the edge has the focus, and undefined otherwise. */
export const useFocusedLabelPosition = (edgeId: string): Point | undefined => {
  const { store } = useDiagram();
  return useSyncExternalStore(store.subscribe, () => store.read().get(edgeId));
};
