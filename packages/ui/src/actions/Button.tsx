import { type MouseEventHandler, type ReactNode, type Ref, useId } from 'react';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { useLinkComponent } from '../provider/ui-context';
import classes from './actions.module.css';
import { BusyButton, BusySign } from './BusyButton';
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

interface FaceProps extends Pick<ButtonProps, 'children' | 'icon' | 'iconAfter'> {}

const ButtonFace = ({ icon, iconAfter, children }: FaceProps) => (
  <span className="ob-button-face">
    {icon ? (
      <span className="ob-button-icon" data-position="left">
        <Icon name={icon} />
      </span>
    ) : null}
    <span className="ob-button-label">{children}</span>
    {iconAfter ? (
      <span className="ob-button-icon" data-position="right">
        <Icon name={iconAfter} />
      </span>
    ) : null}
  </span>
);

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
  const face = (
    <ButtonFace {...(icon ? { icon } : {})} {...(iconAfter ? { iconAfter } : {})}>
      {children}
    </ButtonFace>
  );
  const classNames = [
    'ob-button',
    rest['aria-expanded'] === undefined ? undefined : classes['disclosure'],
    rest.className,
  ];
  const look = {
    'data-variant': variant,
    'data-size': size,
    'data-block': fullWidth || undefined,
    'data-compact': compact || undefined,
    'data-icon': Boolean(icon) || undefined,
    'data-icon-after': Boolean(iconAfter) || undefined,
  };
  if (to !== undefined) {
    const { ref: _ref, form: _form, onClick: _onClick, ...forLink } = rest;
    return (
      <Link {...forLink} {...look} className={classNames.filter(Boolean).join(' ')} to={to}>
        {face}
      </Link>
    );
  }
  const { className: reasonClass, ...reason } = describeDisabled(disabledReason, reasonId);
  return (
    <WithReason id={reasonId} reason={disabledReason}>
      <BusyButton
        {...rest}
        {...look}
        {...reason}
        className={[...classNames, reasonClass].filter(Boolean).join(' ')}
        type={type}
        data-loading={loading || undefined}
        data-disabled={disabled || disabledReason !== undefined || undefined}
        disabled={(disabled && disabledReason === undefined) || loading}
        aria-busy={loading || undefined}
        data-autofocus={autoFocus || undefined}
      >
        {loading ? <BusySign size="calc(var(--button-height) / 1.8)" /> : null}
        {face}
      </BusyButton>
    </WithReason>
  );
};
