import { type MouseEventHandler, type Ref, useId } from 'react';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { useLinkComponent } from '../provider/ui-context';
import classes from './actions.module.css';
import { BusyButton, BusySign } from './BusyButton';
import { describeDisabled, WithReason } from './disabled-reason';

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
  /** Disables the button and says why, see `Button`. */
  disabledReason?: string | undefined;
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
  disabled = false,
  disabledReason,
  ...rest
}: IconButtonProps) => {
  const Link = useLinkComponent();
  const reasonId = useId();
  const look = {
    'data-variant': variant,
    className: `ob-icon-button ${classes['iconButton']} ${classes['tip']}`,
    'aria-label': label,
    'data-tip': label,
    'data-tip-at': tipAt,
  };
  const face = (
    <span className="ob-button-face">
      <Icon name={icon} size={18} />
    </span>
  );
  if (to !== undefined) {
    return (
      <Link {...look} to={to}>
        {face}
      </Link>
    );
  }
  return (
    <WithReason id={reasonId} reason={disabledReason}>
      <BusyButton
        {...rest}
        {...look}
        {...describeDisabled(disabledReason, reasonId, look.className)}
        type="button"
        data-loading={loading || undefined}
        data-disabled={disabled || disabledReason !== undefined || undefined}
        disabled={disabled || loading}
        aria-busy={loading || undefined}
      >
        {loading ? <BusySign size="calc(var(--ob-target) * 0.55)" /> : null}
        {face}
      </BusyButton>
    </WithReason>
  );
};
