import { Button as MantineButton } from '@mantine/core';
import { type MouseEventHandler, type ReactNode, type Ref, useId } from 'react';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { useLinkComponent } from '../provider/ui-context';
import classes from './actions.module.css';
import { BusyButton } from './BusyButton';
import { describeDisabled, WithReason } from './disabled-reason';

export interface ButtonProps {
  children: ReactNode;
  /**
   * `primary`: the main action; `secondary`: other actions; `quiet`: in rows and toolbars; `danger`: destructive
   * actions.
   */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'normal' | 'large';
  type?: 'button' | 'submit';
  form?: string;
  icon?: IconName;
  iconAfter?: IconName;
  /** Shows a spinner and ignores clicks. Width and focus stay. */
  loading?: boolean;
  disabled?: boolean;
  /**
   * Disables the button and says why, in a tooltip and as the accessible description. The button keeps the focus, so
   * that the reason can be found with the keyboard and by touch.
   */
  disabledReason?: string | undefined;
  fullWidth?: boolean;
  /** On a phone, shows only the icon. Screen readers still read the text. */
  compact?: boolean;
  /** Renders a link that looks like a button. */
  to?: string;
  onClick?: MouseEventHandler<HTMLElement>;
  ref?: Ref<HTMLButtonElement>;
  className?: string | undefined;
  autoFocus?: boolean;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  /** The link leads to the page that is open. */
  'aria-current'?: 'page';
  'aria-pressed'?: boolean;
  'aria-haspopup'?: 'dialog';
  /** Announces the button as disabled without changing its look or focus. The caller must ignore clicks. */
  'aria-disabled'?: boolean;
}

const sizes = { small: 'xs', normal: 'sm', large: 'md' } as const;

export const Button = ({
  variant = 'secondary',
  size = 'normal',
  type = 'button',
  icon,
  iconAfter,
  loading = false,
  disabled = false,
  disabledReason,
  fullWidth = false,
  compact = false,
  to,
  children,
  autoFocus = false,
  ...rest
}: ButtonProps) => {
  const Link = useLinkComponent();
  const reasonId = useId();
  const look = {
    variant,
    size: sizes[size],
    fullWidth,
    'data-compact': compact || undefined,
    leftSection: icon ? <Icon name={icon} /> : undefined,
    rightSection: iconAfter ? <Icon name={iconAfter} /> : undefined,
    className: rest['aria-expanded'] === undefined ? undefined : classes['disclosure'],
  };
  if (to !== undefined) {
    const { ref: _ref, form: _form, onClick: _onClick, ...forLink } = rest;
    return (
      <MantineButton {...look} {...forLink} component={Link} to={to}>
        {children}
      </MantineButton>
    );
  }
  const button = (
    <MantineButton
      {...look}
      {...rest}
      {...describeDisabled(disabledReason, reasonId)}
      component={BusyButton}
      type={type}
      loading={loading}
      disabled={disabled && disabledReason === undefined}
      aria-busy={loading || undefined}
      data-autofocus={autoFocus || undefined}
    >
      {children}
    </MantineButton>
  );
  return (
    <WithReason id={reasonId} reason={disabledReason}>
      {button}
    </WithReason>
  );
};
