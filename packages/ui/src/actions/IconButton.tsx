import { ActionIcon } from '@mantine/core';
import type { MouseEventHandler, Ref } from 'react';
import { Icon } from '../Icon';
import type { IconName } from '../icons';
import { useLinkComponent } from '../ui-context';
import classes from './actions.module.css';
import { BusyButton } from './BusyButton';

export interface IconButtonProps {
  icon: IconName;
  /** Accessible name and tooltip. */
  label: string;
  variant?: 'quiet' | 'secondary' | 'danger';
  /** Default: above the button. Use `below …` at the top of the window, `below start` at its top left. */
  tipAt?: 'below start' | 'below end' | undefined;
  to?: string;
  loading?: boolean;
  disabled?: boolean;
  onClick?: MouseEventHandler<HTMLElement>;
  ref?: Ref<HTMLButtonElement>;
  'aria-describedby'?: string | undefined;
  'aria-expanded'?: boolean;
  'aria-controls'?: string | undefined;
  'aria-haspopup'?: 'menu' | 'dialog';
}

export const IconButton = ({
  icon,
  label,
  variant = 'quiet',
  tipAt,
  to,
  loading = false,
  ...rest
}: IconButtonProps) => {
  const Link = useLinkComponent();
  const look = {
    variant,
    className: `${classes['iconButton']} ${classes['tip']}`,
    'aria-label': label,
    'data-tip': label,
    'data-tip-at': tipAt,
  };
  if (to !== undefined) {
    return (
      <ActionIcon {...look} component={Link} to={to}>
        <Icon name={icon} size={18} />
      </ActionIcon>
    );
  }
  return (
    <ActionIcon
      {...look}
      {...rest}
      component={BusyButton}
      type="button"
      loading={loading}
      aria-busy={loading || undefined}
    >
      <Icon name={icon} size={18} />
    </ActionIcon>
  );
};
