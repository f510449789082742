import { useEffect, useState } from 'react';

/** Returns true once `isOn` has been true for `delayMs`. Prevents a skeleton from flashing before a fast response. */
export const useAfterDelay = (isOn: boolean, delayMs = 150): boolean => {
  const [hasPassed, setHasPassed] = useState(false);
  useEffect(() => {
    if (!isOn) {
      setHasPassed(false);
      return;
    }
    const timer = setTimeout(() => setHasPassed(true), delayMs);
    return () => clearTimeout(timer);
  }, [isOn, delayMs]);
  return isOn && hasPassed;
};
