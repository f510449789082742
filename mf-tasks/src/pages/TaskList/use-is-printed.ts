import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is on its way to paper, which does not scroll. */
export const useIsPrinted = (): boolean => {
  const [isPrinted, setIsPrinted] = useState(false);
  useEffect(() => {
    // What is drawn later is not printed.
    const begin = (): void => flushSync(() => setIsPrinted(true));
    const end = (): void => setIsPrinted(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinted;
};
