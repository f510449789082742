import type { ReactNode } from 'react';
import { useLinkComponent } from '../ui-context';
import classes from './actions.module.css';

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
}

/** Button that looks like a link in running text (`Change email`). */
export const LinkButton = ({ children, onClick, disabled = false }: LinkButtonProps) => (
  <button type="button" className={classes['linkButton']} onClick={onClick} disabled={disabled}>
    {children}
  </button>
);
