import { useEffect } from 'react';

/** No focus ring, because the ring is for keyboard users. */
const withoutRing: FocusOptions = { preventScroll: true, focusVisible: false };

/**
 * Focuses a clicked button before its click handlers run. Safari does not do this. Without it, a dialog could not
 * restore the focus to its button, and the next Tab would start at the top of the page.
 */
export const useFocusOnClick = (): void => {
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    let isFocusPrevented = false;
    document.addEventListener('mousedown', ({ defaultPrevented }) => (isFocusPrevented = defaultPrevented), {
      signal,
    });
    const focus = ({ target, detail }: MouseEvent): void => {
      const button = target instanceof Element ? target.closest<HTMLElement>('button, summary') : null;
      // Clicks by keyboard or script have a count of 0.
      if (detail === 0 || isFocusPrevented || button?.contains(document.activeElement)) return;
      button?.focus(withoutRing);
    };
    document.addEventListener('click', focus, { capture: true, signal });
    return () => listeners.abort();
  }, []);
};
