import { type RefObject, useEffect, useState } from 'react';

/** Whether an element holds more than it shows: a keyboard then scrolls it, which not every browser lets it by itself. */
export const useScrollsByItself = (box: RefObject<HTMLElement | null>): boolean => {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = (): void =>
      setScrolls(
        getComputedStyle(element).overflowY === 'auto' && element.scrollHeight > element.clientHeight,
      );
    // Its own size stays the same when there is more in it than it shows.
    const observer = new ResizeObserver(measure);
    for (const one of [element, ...element.children]) observer.observe(one);
    measure();
    return () => observer.disconnect();
  }, [box]);
  return scrolls;
};
