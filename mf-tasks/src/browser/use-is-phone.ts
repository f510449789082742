import { useSyncExternalStore } from 'react';

/** Equals the breakpoint of the styles for phones. */
const phone = '(max-width: 639px)';

const watch = (onChange: () => void): (() => void) => {
  const query = matchMedia(phone);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

export const useIsPhone = (): boolean => useSyncExternalStore(watch, () => matchMedia(phone).matches);
