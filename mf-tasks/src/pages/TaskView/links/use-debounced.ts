import { useEffect, useState } from 'react';

/** One request a word instead of one a letter. */
const debounceMs = 300;

/** Returns the text as it was when the user last paused typing. */
export const useDebounced = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};
