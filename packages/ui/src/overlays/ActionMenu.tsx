import { Menu } from '@mantine/core';
import { IconButton } from '../actions/IconButton';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { useLinkComponent } from '../provider/ui-context';
import { MantineScope } from '../theme/MantineScope';
import classes from './overlays.module.css';
import { showInTopLayer, topLayerPopover } from './top-layer';

interface ActionMenuItem {
  label: string;
  icon?: IconName;
  onSelect?: () => void;
  /** Renders a link instead of an action. */
  to?: string;
  isDestructive?: boolean;
  disabled?: boolean;
}

export interface ActionMenuProps {
  /** Accessible name of the button, for example `Akcje: Helpdesk`. */
  label: string;
  items: readonly ActionMenuItem[];
  icon?: IconName;
  /** Set both to open the menu also in another way, for example by a key. */
  opened?: boolean;
  onOpenedChange?: (opened: boolean) => void;
}

const MenuItem = ({ label, icon, onSelect, to, isDestructive = false, disabled = false }: ActionMenuItem) => {
  const Link = useLinkComponent();
  const look = {
    className: classes['menuItem'],
    'data-destructive': isDestructive,
    leftSection: icon ? <Icon name={icon} /> : undefined,
  };
  return to === undefined ? (
    <Menu.Item {...look} disabled={disabled} onClick={onSelect}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item {...look} component={Link} to={to}>
      {label}
    </Menu.Item>
  );
};

/** Menu with further actions on a row or page. Destructive items come last, after a divider. */
export const ActionMenu = ({ label, items, icon = 'more', opened, onOpenedChange }: ActionMenuProps) => {
  const harmless = items.filter((item) => !item.isDestructive);
  const destructive = items.filter((item) => item.isDestructive);
  return (
    <MantineScope>
      <Menu
        {...(opened === undefined ? {} : { opened })}
        {...(onOpenedChange ? { onChange: onOpenedChange } : {})}
        // Otherwise the focus begins on an empty element, which is no item of the menu.
        withInitialFocusPlaceholder={false}
        {...topLayerPopover}
        position="bottom-end"
        shadow="none"
        transitionProps={{ duration: 120 }}
        classNames={{ dropdown: classes['dropdown'] ?? '' }}
      >
        <Menu.Target>
          <IconButton icon={icon} label={label} aria-haspopup="menu" />
        </Menu.Target>
        <Menu.Dropdown ref={showInTopLayer} popover="manual">
          {harmless.map((item) => (
            <MenuItem key={item.label} {...item} />
          ))}
          {harmless.length > 0 && destructive.length > 0 ? <Menu.Divider /> : null}
          {destructive.map((item) => (
            <MenuItem key={item.label} {...item} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </MantineScope>
  );
};
