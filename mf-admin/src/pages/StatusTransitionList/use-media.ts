import { useSyncExternalStore } from 'react';

/** From here list and picture find room; below, one is chosen. */
export const roomForBoth = '(min-width: 1024px)';
/** From here they stand side by side; below, the picture is above the list. The style sheet says the same. */
export const roomSideBySide = '(min-width: 1280px)';
/** Side by side, but the list has room for half of its columns. */
export const roomForNarrowList = '(min-width: 1280px) and (max-width: 1719px)';

/** Whether the window is as the media query says; follows it. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
