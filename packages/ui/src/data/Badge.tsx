import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import classes from './data.module.css';

export interface BadgeProps {
  children: ReactNode;
  tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
  icon?: IconName;
  /** Wraps long text between words also in tables, which otherwise truncate it. */
  isWrapping?: boolean;
}

/** Short label that describes the element beside it. */
export const Badge = ({ children, tone = 'neutral', icon, isWrapping = false }: BadgeProps) => (
  <span className={classes['badge']} data-tone={tone} data-wrapping={isWrapping}>
    {icon ? <Icon name={icon} size={14} /> : null}
    <span className={classes['badgeText']} title={typeof children === 'string' ? children : undefined}>
      {children}
    </span>
  </span>
);
