import type { PopoverProps } from '@mantine/core';
import { topLayerPopover } from '../overlays/top-layer';
import classes from './pickers.module.css';

/** Distance from the visible viewport, which is small above a phone's keyboard. */
const viewportPadding = { padding: 8 };
const fitToViewport: PopoverProps['middlewares'] = {
  flip: viewportPadding,
  size: {
    ...viewportPadding,
    apply: ({ availableHeight, elements: { floating } }) =>
      floating.style.setProperty('--picker-room', `${Math.floor(availableHeight)}px`),
  },
};

/** A list of options below its box, which keeps the focus. */
export const pickerPopover = {
  ...topLayerPopover,
  width: 'target',
  position: 'bottom-start',
  offset: 4,
  shadow: 'none',
  middlewares: fitToViewport,
  // The list grows with the results, so the room that was enough for a hint may be too small.
  preventPositionChangeWhenVisible: false,
  withRoles: false,
  trapFocus: false,
  returnFocus: false,
  closeOnEscape: false,
  closeOnClickOutside: false,
  transitionProps: { duration: 0 },
  classNames: { dropdown: classes['dropdown'] ?? '' },
} satisfies PopoverProps;
