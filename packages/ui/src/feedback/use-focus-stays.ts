import { type RefObject, useLayoutEffect } from 'react';

const places = 'section, [role="dialog"], main';

const placesAround = (element: Element | null): HTMLElement[] => {
  const place = element?.parentElement?.closest<HTMLElement>(places);
  return place ? [place, ...placesAround(place)] : [];
};

/** Without a ring or a jump: it is where one is already. */
const takeFocus = (place: HTMLElement | undefined): void => {
  if (place && !place.hasAttribute('tabindex')) place.tabIndex = -1;
  place?.focus({ preventScroll: true });
};

const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * For what may go away with the focus in it, as a message that is dismissed or tried again: a keyboard and a screen
 * reader would be at the top of the page. The section around it takes the focus, unless something in its place does.
 */
export const useFocusStays = (box: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const around = placesAround(element);
      requestAnimationFrame(() => {
        if (isFocusLost()) takeFocus(around.find(({ isConnected }) => isConnected));
      });
    };
  }, [box]);
};
