import { type ReactNode, useId, useRef, useState } from 'react';
import { Icon } from '../Icon';
import classes from './layout.module.css';
import { useScrollsByItself } from './use-scrolls-by-itself';

export interface MainWithSideProps {
  children: ReactNode;
  side: ReactNode;
  /** Heads the side column and is never folded: what one comes to do. */
  sideFirst?: ReactNode;
  /** Name of the side column; on a phone it is folded under it (`Szczegóły`). */
  sideTitle: string;
}

/**
 * A wide column and a sticky one of 320 pixels, which scrolls by itself where a window is too low for it; below 1024
 * the side stands above the main part, folded. It comes first for a keyboard too: what one comes to do is there.
 */
export const MainWithSide = ({ children, side, sideFirst, sideTitle }: MainWithSideProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const column = useRef<HTMLElement>(null);
  const scrolls = useScrollsByItself(column);
  return (
    <div className={classes['split']}>
      <aside
        ref={column}
        className={classes['splitSide']}
        aria-label={sideTitle}
        tabIndex={scrolls ? 0 : undefined}
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
