import type { ReactNode } from 'react';
import classes from './layout.module.css';

export interface Detail {
  /** Identifies the item if several have the same label. */
  id?: string | number;
  label: string;
  value: ReactNode;
  /** For example the button that changes the value. */
  action?: ReactNode;
}

/** Labels with read-only values, in one or two columns. */
export const DetailList = ({ items, columns = 1 }: { items: readonly Detail[]; columns?: 1 | 2 }) => (
  <dl className={`${classes['details']} ${columns === 2 ? classes['details-2'] : ''}`}>
    {items.map(({ id, label, value, action }) => (
      <div key={id ?? label} className={classes['detail']} data-action={Boolean(action)}>
        <dt>{label}</dt>
        <dd>{value}</dd>
        {action ? <dd className={classes['detailAction']}>{action}</dd> : null}
      </div>
    ))}
  </dl>
);
