import { type RefObject, useLayoutEffect } from 'react';

const places = 'section, [role="dialog"], main';

const placesAround = (element: Element | null): HTMLElement[] => {
  const place = element?.parentElement?.closest<HTMLElement>(places);
  return place ? [place, ...placesAround(place)] : [];
};

/** Focuses without scrolling and without a focus ring, because the reader is already there. */
const takeFocus = (place: HTMLElement | undefined): void => {
  if (place && !place.hasAttribute('tabindex')) place.tabIndex = -1;
  place?.focus({ preventScroll: true });
};

const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * Keeps the focus nearby when the element is removed with the focus inside, for example a dismissed message.
 * Otherwise the focus would return to the top of the page. Focuses the surrounding section, unless another element
 * took the focus.
 */
export const useFocusFallback = (box: RefObject<HTMLElement | null>): void => {
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
