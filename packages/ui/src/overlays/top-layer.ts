import type { PopoverProps } from '@mantine/core';

/** Shows a floating element in the top layer. Browsers without popovers show it in place. */
export const showInTopLayer = (element: HTMLElement | null): void => {
  if (typeof element?.showPopover === 'function' && !element.matches(':popover-open')) element.showPopover();
};

/**
 * Keeps a floating element in the landmark or dialog of its opener. A portal at the end of the page is outside of all
 * landmarks. The top layer prevents clipping.
 */
export const topLayerPopover = {
  withinPortal: false,
  floatingStrategy: 'fixed',
} satisfies PopoverProps;
