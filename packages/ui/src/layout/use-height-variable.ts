import { type RefObject, useEffect } from 'react';

/** Keeps the height of an element in a CSS variable of the element. */
export const useHeightVariable = (box: RefObject<HTMLElement | null>, name: `--${string}`): void => {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = (): void => element.style.setProperty(name, `${element.offsetHeight}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [box, name]);
};
