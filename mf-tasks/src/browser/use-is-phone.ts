import { useMedia } from '@obieg/ui';

/** Equals the breakpoint of the styles for phones. */
export const useIsPhone = (): boolean => useMedia('(max-width: 639px)');

/** Equals the breakpoint of the styles for phones and low windows, for example 1440x900 at a zoom of 200 %. */
export const useIsLow = (): boolean => useMedia('(max-width: 639px), (max-height: 560px)');
