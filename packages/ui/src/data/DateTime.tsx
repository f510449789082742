import { useUiLocale } from '../provider/ui-context';
import classes from './data.module.css';
import { formatDate, formatRelative } from './date-format';
import { useClock } from './use-clock';

export interface DateTimeProps {
  /** ISO 8601. */
  value: string;
  /**
   * - `dateTime`: dd.MM.yyyy HH:mm (spec 3 §9)
   * - `shortDate`: dd.MM.yyyy
   * - `mediumDate`: with the name of the month (spec 2 §2)
   * - `relative`: "2 godziny temu"; screen readers also read the exact time
   * - `both`: `dateTime` with the relative time below
   */
  format?: 'dateTime' | 'shortDate' | 'mediumDate' | 'relative' | 'both';
}

/**
 * Date in the reader's time zone. The tooltip shows the alternative format: relative for absolute dates and vice
 * versa. The relative time follows the clock.
 */
export const DateTime = ({ value, format = 'dateTime' }: DateTimeProps) => {
  const locale = useUiLocale();
  const relative = formatRelative(value, locale, useClock());
  const full = formatDate(value, 'dateTime', locale);
  if (format === 'both')
    return (
      <time dateTime={value} title={full} className={classes['bothTimes']}>
        {full} <span className={classes['relativeTime']}>{relative}</span>
      </time>
    );
  if (format === 'relative')
    return (
      <time dateTime={value} title={full} className={classes['time']}>
        {relative}
        <span className="ob-visually-hidden"> ({full})</span>
      </time>
    );
  return (
    <time
      dateTime={value}
      title={format === 'dateTime' ? relative : `${full} (${relative})`}
      className={classes['time']}
    >
      {formatDate(value, format, locale)}
    </time>
  );
};
