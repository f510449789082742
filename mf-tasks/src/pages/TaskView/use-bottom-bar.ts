import { type RefObject, useLayoutEffect } from 'react';

/** Content at the bottom of the page keeps this much space (`@obieg/ui`, base.css). */
const heightToken = '--ob-bottom-bar';

/** Publishes the height of the bar as a CSS property while the bar is fixed at the bottom. */
export const useBottomBar = (bar: RefObject<HTMLElement | null>, isShown: boolean): void => {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!isShown || !element) return;
    const { style } = document.documentElement;
    const update = (): void => {
      const isFixed = getComputedStyle(element).position === 'fixed';
      style.setProperty(heightToken, isFixed ? `${element.offsetHeight}px` : '0px');
    };
    const observer = new ResizeObserver(update);
    observer.observe(element, { box: 'border-box' });
    update();
    return () => {
      observer.disconnect();
      style.removeProperty(heightToken);
    };
  }, [bar, isShown]);
};
