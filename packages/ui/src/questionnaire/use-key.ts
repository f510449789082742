import { useEffectEvent, useLayoutEffect } from 'react';

const controls = 'a, button, input, select, summary, textarea';
/** Whether the focused element handles the key itself: Enter on controls, digits in inputs. */
const isHandledBy = (target: EventTarget | null, key: string): boolean => {
  if (!(target instanceof HTMLElement)) return false;
  return key === 'Enter' ? target.closest(controls) !== null : target.matches('input, textarea, select');
};

/**
 * Handles a key on the whole document, unless the focused element uses it. Ignores key repeats, which would otherwise
 * also answer the next question.
 *
 * @param onKey returns whether it handled the key
 */
export const useKey = (onKey: (key: string) => boolean): void => {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isHandledBy(event.target, event.key)) return;
    // Otherwise the field of the next question, which is focused by then, would receive the key.
    if (onKey(event.key)) event.preventDefault();
  });
  // A layout effect runs before the user sees the question. A later effect would miss keys pressed at once.
  useLayoutEffect(() => {
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
};
