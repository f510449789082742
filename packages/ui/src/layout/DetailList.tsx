import type { ReactNode } from 'react';
import { LinkButton } from '../actions/TextLink';
import classes from './layout.module.css';

export interface Detail {
  /** Identifies the item if several have the same label. */
  id?: string | number;
  label: string;
  value: ReactNode;
  /** Changes the value. A link button, because the line of the label has no room for a higher one. */
  action?: { label: string; onClick: () => void; disabledReason?: string | undefined } | undefined;
}

/** Labels with read-only values, in one or two columns. */
export const DetailList = ({ items, columns = 1 }: { items: readonly Detail[]; columns?: 1 | 2 }) => (
  <dl className={`${classes['details']} ${columns === 2 ? classes['details-2'] : ''}`}>
    {items.map(({ id, label, value, action }) => (
      <div key={id ?? label} className={classes['detail']} data-action={Boolean(action)}>
        <dt>{label}</dt>
        <dd>{value}</dd>
        {action ? (
          <dd className={classes['detailAction']}>
            <LinkButton onClick={action.onClick} disabledReason={action.disabledReason}>
              {action.label}
            </LinkButton>
          </dd>
        ) : null}
      </div>
    ))}
  </dl>
);
