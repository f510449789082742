import { Popover } from '@mantine/core';
import { showInTopLayer } from '../overlays/top-layer';
import { MantineScope } from '../theme/MantineScope';
import { OptionList, type OptionListProps } from './OptionList';
import { pickerPopover } from './picker-popover';
import classes from './pickers.module.css';

/**
 * List of suggestions below or above the positioned element around it. The box in that element keeps the focus and
 * handles the keyboard. It names the list in `aria-controls` and the active option in `aria-activedescendant`.
 */
export const SuggestionList = (list: OptionListProps) => (
  <MantineScope>
    {' '}
    <Popover opened {...pickerPopover}>
      <Popover.Target>
        <div className={classes['suggestionAnchor']} />
      </Popover.Target>
      <Popover.Dropdown ref={showInTopLayer} popover="manual" onMouseDown={(event) => event.preventDefault()}>
        <div className={classes['list']}>
          <OptionList {...list} isFocusable />
        </div>
      </Popover.Dropdown>
    </Popover>
  </MantineScope>
);
