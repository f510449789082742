import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Size } from './viewport';

/** Size of an element; undefined until it has been measured and while it is not shown. */
export const useElementSize = (): { ref: RefObject<HTMLDivElement | null>; size: Size | undefined } => {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((held) => {
        if (width === 0 || height === 0) return undefined;
        return held?.width === width && held.height === height ? held : { width, height };
      });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, size };
};
