import { type ReactNode, useRef } from 'react';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { useFocusFallback } from '../provider/use-focus-fallback';
import classes from './feedback.module.css';

export interface EmptyStateProps {
  /** One sentence. */
  title: string;
  children?: ReactNode;
  icon?: IconName;
  /** The suggested next step. */
  action?: ReactNode;
}

export const EmptyState = ({ title, children, icon = 'inbox', action }: EmptyStateProps) => {
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <div ref={box} className={classes['empty']}>
      <span className={classes['emptyIcon']}>
        <Icon name={icon} size={22} />
      </span>
      <p className={classes['emptyTitle']}>{title}</p>
      {children ? <div className={classes['emptyText']}>{children}</div> : null}
      {action ? <div className={classes['emptyAction']}>{action}</div> : null}
    </div>
  );
};
