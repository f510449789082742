import { type ReactNode, useId } from 'react';
import { useLinkComponent } from '../provider/ui-context';
import classes from './actions.module.css';
import { BusyButton } from './BusyButton';
import { describeDisabled, WithReason } from './disabled-reason';

export interface TextLinkProps {
  children: ReactNode;
  to: string;
  onClick?: () => void;
}

/** Link in running text or in a table cell. */
export const TextLink = ({ to, children, onClick }: TextLinkProps) => {
  const Link = useLinkComponent();
  return (
    <Link to={to} className={classes['textLink']} onClick={onClick}>
      {children}
    </Link>
  );
};

export interface LinkButtonProps {
  children: ReactNode;
  onClick: () => void;
  disabled?: boolean;
  /** Disables the button and says why, see `Button`. */
  disabledReason?: string | undefined;
}

/** Button that looks like a link in running text (`Change email`). */
export const LinkButton = ({ children, onClick, disabled = false, disabledReason }: LinkButtonProps) => {
  const reasonId = useId();
  return (
    <WithReason id={reasonId} reason={disabledReason}>
      <BusyButton
        className={classes['linkButton']}
        onClick={onClick}
        disabled={disabled}
        {...describeDisabled(disabledReason, reasonId, classes['linkButton'])}
      >
        {children}
      </BusyButton>
    </WithReason>
  );
};
