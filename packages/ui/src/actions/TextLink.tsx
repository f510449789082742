import type { ReactNode } from 'react';
import { useLinkComponent } from '../ui-context';
import classes from './actions.module.css';

export interface TextLinkProps {
  children: ReactNode;
  to: string;
  onClick?: () => void;
}

/** A link in running text or in a cell. */
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
}

/** Acts on this screen but reads as part of the text (`Change email`). */
export const LinkButton = ({ children, onClick, disabled = false }: LinkButtonProps) => (
  <button type="button" className={classes['linkButton']} onClick={onClick} disabled={disabled}>
    {children}
  </button>
);
