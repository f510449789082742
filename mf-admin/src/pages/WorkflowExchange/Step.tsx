import { useFocusFallback } from '@obieg/ui';
import { type ReactNode, useEffect, useRef } from 'react';

/**
 * A step of the import, which replaces another one. Begins at its top, and keeps the focus on the page, although the
 * pressed button is gone. Give each step a `key`.
 */
export const Step = ({ children }: { children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  useEffect(() => {
    const top = box.current?.firstElementChild;
    if (top && top.getBoundingClientRect().top < 0) top.scrollIntoView();
  }, []);
  return (
    <div ref={box} style={{ display: 'contents' }}>
      {children}
    </div>
  );
};
