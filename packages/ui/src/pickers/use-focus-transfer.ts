import { useCallback, useRef } from 'react';

/**
 * Moves the focus when the search box and the selected item replace each other.
 * Call `start` when the user triggers the replacement, and pass `receiverRef` as ref of both elements.
 */
export const useFocusTransfer = () => {
  const isPending = useRef(false);
  const start = useCallback(() => {
    isPending.current = true;
  }, []);
  const receiverRef = useCallback((element: HTMLElement | null) => {
    if (!element || !isPending.current) return;
    isPending.current = false;
    element.focus();
  }, []);
  return { start, receiverRef };
};
