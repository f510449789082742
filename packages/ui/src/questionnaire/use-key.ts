import { useEffect, useEffectEvent } from 'react';

const controls = 'a, button, input, select, summary, textarea';
/** What has a use of its own for Enter; digits belong to what one types in. */
const isUsedBy = (target: EventTarget | null, key: string): boolean => {
  if (!(target instanceof HTMLElement)) return false;
  return key === 'Enter' ? target.closest(controls) !== null : target.matches('input, textarea, select');
};

/**
 * Hears a key wherever the focus is, unless what has the focus uses it. A key that is held down is heard once: the step
 * that it leads to must not take it, too.
 *
 * @param onKey returns whether it made use of the key
 */
export const useKey = (onKey: (key: string) => boolean): void => {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isUsedBy(event.target, event.key)) return;
    // The next step's field has the focus before the key is typed.
    if (onKey(event.key)) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
};
