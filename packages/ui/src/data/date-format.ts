const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Formats a date in the local time zone. Returns `—` for an invalid date. */
export const formatDate = (
  value: string,
  format: 'dateTime' | 'shortDate' | 'mediumDate' | 'time',
  locale: string,
): string => {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) {
    return '—';
  }
  if (format === 'mediumDate') {
    return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(date);
  }
  const day = `${twoDigits(date.getDate())}.${twoDigits(date.getMonth() + 1)}.${date.getFullYear()}`;
  const time = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
  if (format === 'time') return time;
  return format === 'shortDate' ? day : `${day} ${time}`;
};

export const isToday = (value: string, nowMs: number): boolean =>
  new Date(value).toDateString() === new Date(nowMs).toDateString();

/** Formats a date for `<input type="datetime-local">`, in the local time zone. Returns an invalid date unchanged. */
export const formatForInput = (value: string): string => {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) {
    return value;
  }
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
};

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];

/** Cached, because construction takes longer than a hundred calls of `format`. */
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();
const getRelativeFormat = (locale: string): Intl.RelativeTimeFormat => {
  const known = relativeFormats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  relativeFormats.set(locale, known);
  return known;
};

/**
 * Formats a date as "2 godziny temu", in the largest unit that fits at least once. Less than a minute is "teraz", because
 * the time on the page changes once a minute.
 */
export const formatRelative = (value: string, locale: string, nowMs: number): string => {
  const seconds = Math.round((new Date(value).getTime() - nowMs) / 1000);
  if (Number.isNaN(seconds)) {
    return '—';
  }
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 60];
  return getRelativeFormat(locale).format(Math.trunc(seconds / size), unit);
};
