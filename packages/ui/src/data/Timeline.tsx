import type { ReactNode, Ref } from 'react';
import { LinkButton } from '../actions/TextLink';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { DateTime } from './DateTime';
import classes from './data.module.css';

export interface TimelineProps {
  label: string;
  children: ReactNode;
  ref?: Ref<HTMLOListElement>;
}

/** List of events, in the order of its children. */
export const Timeline = ({ label, children, ref }: TimelineProps) => (
  <ol ref={ref} className={classes['timeline']} aria-label={label}>
    {children}
  </ol>
);

/** Replaces hidden entries. The text says how many. */
export const TimelineFold = ({ children, onUnfold }: { children: ReactNode; onUnfold: () => void }) => (
  <li className={classes['entry']}>
    <span className={classes['entryIcon']}>
      <Icon name="more" size={14} />
    </span>
    <LinkButton onClick={onUnfold}>{children}</LinkButton>
  </li>
);

export interface TimelineEntryProps {
  /** Lets an address lead to the entry. */
  id?: string;
  /** The address leads here. */
  isLinked?: boolean;
  icon: IconName;
  /** One line: who did what. */
  summary: ReactNode;
  /** ISO 8601. */
  at: string;
  /** After the time, for example the readers of a comment. */
  badges?: ReactNode;
  /** Buttons at the end of the line. */
  actions?: ReactNode;
  /** Content below the summary. Comments set `boxed`. */
  children?: ReactNode;
  boxed?: boolean;
  /** Sets a box apart for few readers. Its icon and badges must say the same. */
  isInternal?: boolean;
}

export const TimelineEntry = ({
  id,
  isLinked = false,
  icon,
  summary,
  at,
  badges,
  actions,
  children,
  boxed = false,
  isInternal = false,
}: TimelineEntryProps) => (
  <li
    id={id}
    tabIndex={id === undefined ? undefined : -1}
    className={classes['entry']}
    data-boxed={boxed}
    data-internal={isInternal || undefined}
    data-linked={isLinked || undefined}
  >
    <span className={classes['entryIcon']}>
      <Icon name={icon} size={14} />
    </span>
    <div className={classes['entryBody']}>
      <div className={classes['entryHead']}>
        <span className={classes['entrySummary']}>{summary}</span>
        <span className={classes['entryTime']}>
          <DateTime value={at} />
        </span>
        {badges}
        {actions ? <span className={classes['entryActions']}>{actions}</span> : null}
      </div>
      {children ? <div className={classes['entryText']}>{children}</div> : null}
    </div>
  </li>
);
