import type { ReactNode } from 'react';
import classes from './actions.module.css';

/** Attributes of a `BusyButton` that is disabled with a reason. Empty without a reason. */
export const describeDisabled = (reason: string | undefined, reasonId: string, className = '') =>
  reason === undefined
    ? {}
    : {
        className: `${className} ${classes['tip']}`,
        'data-tip': reason,
        'data-reason': reason,
        'data-disabled': true,
        'aria-describedby': reasonId,
      };

interface WithReasonProps {
  id: string;
  reason: string | undefined;
  /** The button. */
  children: ReactNode;
}

/** Adds the accessible description of a button that is disabled with a reason. */
export const WithReason = ({ id, reason, children }: WithReasonProps) => (
  <>
    {children}
    {reason === undefined ? null : (
      <span id={id} hidden>
        {reason}
      </span>
    )}
  </>
);
