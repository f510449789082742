import { type RefObject, useLayoutEffect } from 'react';

const containers = 'section, [role="dialog"], main';

/** Finds the sections around an element, the nearest first. */
export const findContainers = (element: Element | null): HTMLElement[] => {
  const container = element?.parentElement?.closest<HTMLElement>(containers);
  return container ? [container, ...findContainers(container)] : [];
};

/** Focuses without scrolling and without a focus ring, because the reader is already there. */
const focusContainer = (container: HTMLElement | undefined): void => {
  if (container && !container.hasAttribute('tabindex')) container.tabIndex = -1;
  container?.focus({ preventScroll: true });
};

/** Whether nothing has the focus, or a part of the page that is disappearing. */
export const isFocusLost = (): boolean => {
  const active = document.activeElement;
  return active === null || active === document.body || active.closest('[inert]') !== null;
};

/** Focuses the first container that is still on the page, unless another element has taken the focus until then. */
export const focusFirstContainer = (candidates: readonly HTMLElement[]): void => {
  requestAnimationFrame(() => {
    if (isFocusLost()) focusContainer(candidates.find(({ isConnected }) => isConnected));
  });
};

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
      focusFirstContainer(findContainers(element));
    };
  }, [box]);
};
