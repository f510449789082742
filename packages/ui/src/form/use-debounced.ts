import { useEffect, useState } from 'react';

/** One request a word instead of one a letter. */
const typingPauseMs = 300;

/** Returns the value as soon as it has not changed for a moment. */
export const useDebounced = <T>(value: T, pauseMs = typingPauseMs): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
};
