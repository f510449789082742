import { type ReactNode, useId } from 'react';
import classes from './layout.module.css';

export interface CardProps {
  children: ReactNode;
  title?: string;
  actions?: ReactNode;
  /** Lets a table or list extend to the card's edges. */
  flush?: boolean;
  /**
   * Set if the card repeats the title of `MainWithSide`'s disclosure button. Hides its own title while that button is
   * visible.
   */
  titledByFold?: boolean;
}

/** Boxed section. With a title it is a landmark region. */
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
