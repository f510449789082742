import type { ReactNode } from 'react';
import classes from './frame.module.css';
import { LanguageChoice } from './LanguageChoice';
import { LogoMark } from './Logo';
import { mainId } from './SkipLink';

export interface PublicFrameProps {
  productName: string;
  /** The main domain has none. */
  organizationName?: string | undefined;
  /** `card`: a centered card of 440 pixels. `wizard`: 800 pixels wide, aligned to the top. */
  width?: 'card' | 'wizard';
  /** On the right of the header, for example a sign-in link. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Frame of signed-out screens: logo, organization and one task, in larger type. */
export const PublicFrame = ({
  productName,
  organizationName,
  width = 'card',
  actions,
  children,
}: PublicFrameProps) => (
  <div className={classes['public']} data-width={width}>
    <header className={classes['publicHead']}>
      <LogoMark size={width === 'card' ? 40 : 32} />
      <span className={classes['publicNames']}>
        <span className={classes['publicOrganization']}>{organizationName ?? productName}</span>
        {organizationName ? <span className={classes['publicProduct']}>{productName}</span> : null}
      </span>
      <span className={classes['publicActions']}>
        {actions}
        <LanguageChoice />
      </span>
    </header>
    <main id={mainId} tabIndex={-1} className={classes['publicCard']} data-padded>
      {children}
    </main>
  </div>
);
