import { useUiLocale } from '../provider/ui-context';
import classes from './data.module.css';
import { formatDate, formatRelative, isToday } from './date-format';
import { useClock } from './use-clock';

interface ListDateProps {
  /** ISO 8601. */
  value: string;
  /** Shows the time below the date of another day. */
  hasTime?: boolean;
}

/** Date in a narrow column, in the reader's time zone: the time of today, otherwise dd.MM.yyyy. */
export const ListDate = ({ value, hasTime = false }: ListDateProps) => {
  const locale = useUiLocale();
  const nowMs = useClock();
  const today = isToday(value, nowMs);
  return (
    <time
      dateTime={value}
      title={`${formatDate(value, 'dateTime', locale)} (${formatRelative(value, locale, nowMs)})`}
      className={classes['bothTimes']}
    >
      {formatDate(value, today ? 'time' : 'shortDate', locale)}
      {today || !hasTime ? null : (
        <span className={classes['relativeTime']}> {formatDate(value, 'time', locale)}</span>
      )}
    </time>
  );
};
