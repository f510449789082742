import { useState, useSyncExternalStore } from 'react';

/** Whether a button of the mouse or a finger is down. */
let isPressed = false;
const listeners = new Set<() => void>();
let release: ReturnType<typeof setTimeout> | undefined;

const setPressed = (next: boolean): void => {
  clearTimeout(release);
  if (isPressed === next) return;
  isPressed = next;
  for (const listener of listeners) listener();
};
/** The click itself comes last, and sometimes never, e.g. when a text was selected. */
const releaseAfterClick = (): void => {
  clearTimeout(release);
  release = setTimeout(() => setPressed(false));
};

const listen = (events: readonly string[], react: () => void): void => {
  for (const event of events) globalThis.addEventListener?.(event, react, { capture: true, passive: true });
};
// A finger's mouse events come all at once after its pointer has left.
listen(['pointerdown', 'mousedown'], () => setPressed(true));
listen(['pointerup', 'mouseup'], releaseAfterClick);
listen(['click', 'pointercancel', 'dragend', 'keydown'], () => setPressed(false));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const neverChanges = (): (() => void) => () => {};

/**
 * The newest value; while the pointer is down, the one from before. A press takes the focus from a field: what the
 * field then says would push the button from under the pointer, and the click would miss it.
 */
export const useHeldWhilePressed = <Value>(value: Value): Value => {
  const [shown, setShown] = useState(value);
  const isNew = !Object.is(shown, value);
  const isHeld = useSyncExternalStore(isNew ? subscribe : neverChanges, () => isPressed);
  if (!isNew || isHeld) return shown;
  setShown(value);
  return value;
};
