import { type ReactNode, useId, useRef, useState } from 'react';
import { Icon } from '../icons/Icon';
import classes from './layout.module.css';
import { useHeightVariable } from './use-height-variable';

export interface MainWithSideProps {
  children: ReactNode;
  side: ReactNode;
  /** Top of the side column, never collapsed: the main actions. */
  sideFirst?: ReactNode;
  /** Accessible name of the side column, and the label of its disclosure button on small screens (`Szczegóły`). */
  sideTitle: string;
}

/**
 * Two columns: main content and a side column of 320 pixels, which stays in view while the page scrolls. Below 1024
 * pixels the side column is above the main content, collapsed. It comes first in the tab order, because it contains the
 * main actions.
 */
export const MainWithSide = ({ children, side, sideFirst, sideTitle }: MainWithSideProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const column = useRef<HTMLElement>(null);
  useHeightVariable(column, '--side-height');
  return (
    <div className={classes['split']}>
      <aside ref={column} className={classes['splitSide']} aria-label={sideTitle}>
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
