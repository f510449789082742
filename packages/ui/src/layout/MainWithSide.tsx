import { type ReactNode, useId, useRef, useState } from 'react';
import { Icon } from '../Icon';
import classes from './layout.module.css';
import { useIsScrollable } from './use-is-scrollable';

export interface MainWithSideProps {
  children: ReactNode;
  side: ReactNode;
  /** Top of the side column, never collapsed: the main actions. */
  sideFirst?: ReactNode;
  /** Accessible name of the side column, and the label of its disclosure button on small screens (`Szczegóły`). */
  sideTitle: string;
}

/**
 * Two columns: main content and a sticky side column of 320 pixels, which scrolls if the window is too low. Below
 * 1024 pixels the side column is above the main content, collapsed. It comes first in the tab order, because it
 * contains the main actions.
 */
export const MainWithSide = ({ children, side, sideFirst, sideTitle }: MainWithSideProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const column = useRef<HTMLElement>(null);
  const isScrollable = useIsScrollable(column);
  return (
    <div className={classes['split']}>
      <aside
        ref={column}
        className={classes['splitSide']}
        aria-label={sideTitle}
        tabIndex={isScrollable ? 0 : undefined}
      >
        {sideFirst}
        <button
          type="button"
          className={classes['fold']}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {sideTitle}
          <Icon name="chevronDown" />
        </button>
        <div id={id} className={classes['splitSideBody']} data-open={isOpen}>
          {side}
        </div>
      </aside>
      <div className={classes['splitMain']}>{children}</div>
    </div>
  );
};
