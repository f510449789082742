import { useState, useSyncExternalStore } from 'react';

/** Whether a mouse button or finger is down. */
let isPressed = false;
const listeners = new Set<() => void>();
let releaseTimer: ReturnType<typeof setTimeout> | undefined;

const setPressed = (next: boolean): void => {
  clearTimeout(releaseTimer);
  if (isPressed === next) return;
  isPressed = next;
  for (const listener of listeners) listener();
};
/** The click event follows the release, or never fires, for example after selecting text. */
const releaseAfterClick = (): void => {
  clearTimeout(releaseTimer);
  releaseTimer = setTimeout(() => setPressed(false));
};

const listen = (events: readonly string[], listener: () => void): void => {
  for (const event of events)
    globalThis.addEventListener?.(event, listener, { capture: true, passive: true });
};
// Touch devices fire all mouse events together, after the finger has left the screen.
listen(['pointerdown', 'mousedown'], () => setPressed(true));
listen(['pointerup', 'mouseup'], releaseAfterClick);
listen(['click', 'pointercancel', 'dragend', 'keydown'], () => setPressed(false));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const neverChanges = (): (() => void) => () => {};

/**
 * Returns the value, but delays a change while the pointer is down. What appears above a pressed button, such as the
 * error of a field that lost the focus or a late response, would move the button, and the click would miss it.
 */
export const useDeferredWhilePressed = <Value>(value: Value): Value => {
  const [shown, setShown] = useState(value);
  const isNew = !Object.is(shown, value);
  const isDeferred = useSyncExternalStore(isNew ? subscribe : neverChanges, () => isPressed);
  if (!isNew || isDeferred) return shown;
  setShown(value);
  return value;
};
