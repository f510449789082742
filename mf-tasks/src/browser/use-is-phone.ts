import { useMedia } from '@obieg/ui';

/** Equals the breakpoint of the styles for phones. */
export const useIsPhone = (): boolean => useMedia('(max-width: 639px)');
