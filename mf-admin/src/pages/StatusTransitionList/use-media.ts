import { useSyncExternalStore } from 'react';

/** Shows both the list and the diagram. Narrower windows show one of them and a switch. */
export const bothViewsMedia = '(min-width: 1024px)';
/** Shows them side by side; otherwise the diagram is above the list. Keep in sync with transition-list.module.css. */
export const sideBySideMedia = '(min-width: 1280px)';
/** Side by side, and the list too narrow for all its columns. */
export const narrowListMedia = '(min-width: 1280px) and (max-width: 1719px)';

/** Returns whether the media query matches and re-renders when that changes. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
