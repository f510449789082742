import { createContext, useContext, useSyncExternalStore } from 'react';
import { type Focus, isFocused, placeFocusedLabels } from './geometry/focus';
import type { Picture, PictureArrow, PlacedLabel } from './geometry/picture';

/** How an arrow is drawn: as part of the focus, beside it, or without any focus. */
type Emphasis = 'strong' | 'weak' | 'normal';

/**
 * Creates a store of the focus. It is outside React state, so that a focus change re-renders only the arrows whose look
 * changes.
 */
export const createFocusStore = () => {
  let focus: Focus;
  let labels: ReadonlyMap<string, PlacedLabel> = new Map();
  const listeners = new Set<() => void>();
  return {
    emphasisOf: (arrow: PictureArrow): Emphasis => {
      if (!focus) return 'normal';
      return isFocused(arrow, focus) ? 'strong' : 'weak';
    },
    /** Returns where the name of a focused arrow appears in a picture that hides names. */
    labelOf: ({ id }: PictureArrow): PlacedLabel | undefined => labels.get(id),
    write: (picture: Picture, next: Focus): void => {
      focus = next;
      labels = picture.areNamesHidden ? placeFocusedLabels(picture, next) : new Map();
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export const FocusContext = createContext(createFocusStore());

/** Returns how an arrow is drawn, and where its name is meanwhile if the picture hides names. */
export const useArrowFocus = (arrow: PictureArrow) => {
  const store = useContext(FocusContext);
  const emphasis = useSyncExternalStore(store.subscribe, () => store.emphasisOf(arrow));
  const label = useSyncExternalStore(store.subscribe, () => store.labelOf(arrow));
  return { emphasis, label };
};
