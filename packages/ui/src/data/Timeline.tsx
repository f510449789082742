import type { ReactNode, Ref } from 'react';
import { LinkButton } from '../actions/TextLink';
import { Icon } from '../Icon';
import type { IconName } from '../icons';
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
  icon: IconName;
  /** One line: who did what. */
  summary: ReactNode;
  /** ISO 8601. */
  at: string;
  /** After the time, for example the readers of a comment. */
  badges?: ReactNode;
  /** Content below the summary. Comments set `boxed`. */
  children?: ReactNode;
  boxed?: boolean;
}

export const TimelineEntry = ({ icon, summary, at, badges, children, boxed = false }: TimelineEntryProps) => (
  <li className={classes['entry']} data-boxed={boxed}>
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
      </div>
      {children ? <div className={classes['entryText']}>{children}</div> : null}
    </div>
  </li>
);
