import type { ReactNode } from 'react';
import classes from './layout.module.css';

export interface Detail {
  label: string;
  value: ReactNode;
}

/** Read-only fields: plain text with labels. `columns` side by side where there is room. */
export const DetailList = ({ items, columns = 1 }: { items: readonly Detail[]; columns?: 1 | 2 }) => (
  <dl className={`${classes['details']} ${columns === 2 ? classes['details-2'] : ''}`}>
    {items.map(({ label, value }) => (
      <div key={label} className={classes['detail']}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
