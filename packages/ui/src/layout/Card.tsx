import { type ReactNode, useId } from 'react';
import classes from './layout.module.css';

export interface CardProps {
  children: ReactNode;
  title?: string;
  actions?: ReactNode;
  /** Lets a table or list reach the card's edges. */
  flush?: boolean;
  /** The fold of `MainWithSide` bears the same title: while it is there, the card does not show its own. */
  titledByFold?: boolean;
}

/** A boxed section; with a title it is a region that screen readers can jump to. */
export const Card = ({ children, title, actions, flush = false, titledByFold = false }: CardProps) => {
  const id = useId();
  return (
    <section className={classes['card']} aria-labelledby={title ? id : undefined}>
      {title || actions ? (
        <div className={classes['cardHead']} data-titled-by-fold={titledByFold || undefined}>
          {title ? (
            <h2 id={id} className={classes['cardTitle']}>
              {title}
            </h2>
          ) : null}
          {actions ? <div className={classes['cardActions']}>{actions}</div> : null}
        </div>
      ) : null}
      <div className={flush ? undefined : classes['cardBody']} data-padded={!flush}>
        {children}
      </div>
    </section>
  );
};
