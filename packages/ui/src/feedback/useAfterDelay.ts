import { useEffect, useState } from 'react';

/** True once `isOn` has held for `delayMs`; keeps a quick answer from flashing a skeleton. */
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
