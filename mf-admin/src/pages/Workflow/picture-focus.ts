import { createContext, useContext, useSyncExternalStore } from 'react';
import type { PictureArrow } from '../../workflow-picture/geometry/picture';

/** The highlighted part of the picture: a status with all its arrows, or one arrow. */
export type Focus = { nodeId: string } | { arrowId: string } | undefined;

/** How an arrow is drawn: as part of the focus, beside it, or without any focus. */
type Emphasis = 'strong' | 'weak' | 'normal';

const emphasisOf = ({ id, source, target }: PictureArrow, focus: Focus): Emphasis => {
  if (!focus) return 'normal';
  const isFocused =
    'nodeId' in focus ? focus.nodeId === source || focus.nodeId === target : focus.arrowId === id;
  return isFocused ? 'strong' : 'weak';
};

/**
 * Creates a store of the focus. It is outside React state, so that a focus change re-renders only the arrows whose
 * emphasis changes.
 */
export const createFocusStore = () => {
  let focus: Focus;
  const listeners = new Set<() => void>();
  return {
    read: (): Focus => focus,
    write: (next: Focus): void => {
      focus = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export const FocusContext = createContext(createFocusStore());

export const useEmphasis = (arrow: PictureArrow): Emphasis => {
  const store = useContext(FocusContext);
  return useSyncExternalStore(store.subscribe, () => emphasisOf(arrow, store.read()));
};
