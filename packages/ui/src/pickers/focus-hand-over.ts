import { useCallback, useRef } from 'react';

/**
 * The search box and the one that was chosen stand in each other's place: when a person brings the one in, the other
 * leaves with the focus. `begin` is called with the choice, `receive` is the ref of what comes.
 */
export const useFocusHandOver = () => {
  const isUnderWay = useRef(false);
  const begin = useCallback(() => {
    isUnderWay.current = true;
  }, []);
  const receive = useCallback((element: HTMLElement | null) => {
    if (!element || !isUnderWay.current) return;
    isUnderWay.current = false;
    element.focus();
  }, []);
  return { begin, receive };
};
