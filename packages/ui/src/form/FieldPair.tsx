import type { ReactNode } from 'react';
import classes from './form.module.css';

/** Related fields side by side, on a phone below each other. Labels and controls align, also beside helps and errors. */
export const FieldPair = ({ children }: { children: ReactNode }) => (
  <div className={classes['pair']}>{children}</div>
);
