import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Size } from './geometry/boxes';

/** Measures an element. The size is undefined before the first measurement and while the element is hidden. */
export const useElementSize = (): { ref: RefObject<HTMLDivElement | null>; size: Size | undefined } => {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((previous) => {
        if (width === 0 || height === 0) return undefined;
        return previous?.width === width && previous.height === height ? previous : { width, height };
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, size };
};
