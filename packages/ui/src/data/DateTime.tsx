import { useUiLocale } from '../ui-context';
import { formatDate, formatRelative } from './date-format';

export interface DateTimeProps {
  /** ISO 8601. */
  value: string;
  /**
   * - `dateTime`: dd.MM.yyyy HH:mm (spec 3 §9)
   * - `shortDate`: dd.MM.yyyy
   * - `mediumDate`: with the name of the month (spec 2 §2)
   * - `relative`: "2 godziny temu"
   */
  format?: 'dateTime' | 'shortDate' | 'mediumDate' | 'relative';
}

/**
 * Date in the reader's time zone. The tooltip shows the alternative format: relative for absolute dates and vice
 * versa.
 */
export const DateTime = ({ value, format = 'dateTime' }: DateTimeProps) => {
  const locale = useUiLocale();
  const relative = formatRelative(value, locale);
  const full = formatDate(value, 'dateTime', locale);
  const shown = format === 'relative' ? relative : formatDate(value, format, locale);
  const hint = format === 'relative' ? full : format === 'dateTime' ? relative : `${full} (${relative})`;
  return (
    <time dateTime={value} title={hint} style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {shown}
    </time>
  );
};
