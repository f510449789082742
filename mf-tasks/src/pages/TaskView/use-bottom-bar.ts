import { type RefObject, useLayoutEffect } from 'react';

/** What lies at the page's end or floats there keeps this much room (`@obieg/ui`, base.css). */
const heightToken = '--ob-bottom-bar';

/** Tells the page how much of its end a bar covers, for as long as the bar is fixed there. */
export const useBottomBar = (bar: RefObject<HTMLElement | null>, isShown: boolean): void => {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!isShown || !element) return;
    const { style } = document.documentElement;
    const tell = (): void => {
      const isFixed = getComputedStyle(element).position === 'fixed';
      style.setProperty(heightToken, isFixed ? `${element.offsetHeight}px` : '0px');
    };
    const observer = new ResizeObserver(tell);
    observer.observe(element, { box: 'border-box' });
    tell();
    return () => {
      observer.disconnect();
      style.removeProperty(heightToken);
    };
  }, [bar, isShown]);
};
