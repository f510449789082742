import { type ReactNode, useRef } from 'react';
import { useFocusFallback } from '../provider/use-focus-fallback';
import classes from './layout.module.css';

/** List of things with a few lines of text and one action each. */
export const RowList = ({ children }: { children: ReactNode }) => (
  <ul className={classes['rowList']}>{children}</ul>
);

export interface RowListItemProps {
  title: ReactNode;
  /** Lines below the title. */
  children: ReactNode;
  /** Beside the text, below it on a phone. */
  action?: ReactNode;
}

export const RowListItem = ({ title, children, action }: RowListItemProps) => {
  const row = useRef<HTMLLIElement>(null);
  useFocusFallback(row);
  return (
    <li ref={row} className={classes['rowListItem']}>
      <div className={classes['rowListText']}>
        <strong>{title}</strong>
        {children}
      </div>
      {action}
    </li>
  );
};
