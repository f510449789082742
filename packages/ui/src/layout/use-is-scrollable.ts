import { type RefObject, useEffect, useState } from 'react';

/**
 * Returns whether an element's content overflows. The element then needs a tab stop, because some browsers scroll it
 * by keyboard only when focused.
 */
export const useIsScrollable = (box: RefObject<HTMLElement | null>): boolean => {
  const [isScrollable, setIsScrollable] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = (): void =>
      setIsScrollable(
        getComputedStyle(element).overflowY === 'auto' && element.scrollHeight > element.clientHeight,
      );
    // Observes the children too, because the element's own size does not change when its content overflows.
    const observer = new ResizeObserver(measure);
    for (const one of [element, ...element.children]) observer.observe(one);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return isScrollable;
};
