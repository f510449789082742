import { useEffect } from 'react';

/** The focus of what is pressed is not shown: a ring is for the keyboard. */
const quietly: FocusOptions = { preventScroll: true, focusVisible: false };

/**
 * Gives a pressed button the focus before anything reacts to the click. Safari alone does not: a dialog or menu that
 * opens would have nobody to give the focus back to, and the next Tab would begin at the top of the page.
 */
export const useFocusOfPressed = (): void => {
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let keepsFocus = false;
    document.addEventListener('mousedown', ({ defaultPrevented }) => (keepsFocus = defaultPrevented), {
      signal,
    });
    const focus = ({ target, detail }: MouseEvent): void => {
      const button = target instanceof Element ? target.closest<HTMLElement>('button, summary') : null;
      // Without a count it came from a key or a script.
      if (detail === 0 || keepsFocus || button?.contains(document.activeElement)) return;
      button?.focus(quietly);
    };
    document.addEventListener('click', focus, { capture: true, signal });
    return () => leaving.abort();
  }, []);
};
