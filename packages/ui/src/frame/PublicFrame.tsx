import type { ReactNode } from 'react';
import classes from './frame.module.css';
import { LanguageChoice } from './LanguageChoice';
import { LogoMark } from './Logo';
import { mainId } from './SkipLink';

export interface PublicFrameProps {
  productName: string;
  /** So that people know where they are; the main domain has none. */
  organizationName?: string | undefined;
  /** `card`: one centred card of 440 pixels; `wizard`: 800 pixels from the top. */
  width?: 'card' | 'wizard';
  /** Right of the name, e.g. the way to sign in. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Screens for people who are not signed in: the product's mark, the organization and one thing to do, in larger type. */
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
