import { hasOffset, isDateTime, toInstant } from '@obieg/workflow-rules';

/** Months of Jira's times, in English and Polish. */
const months: ReadonlyMap<string, number> = new Map(
  [
    ['jan', 'sty'],
    ['feb', 'lut'],
    ['mar', 'mar'],
    ['apr', 'kwi'],
    ['may', 'maj'],
    ['jun', 'cze'],
    ['jul', 'lip'],
    ['aug', 'sie'],
    ['sep', 'wrz'],
    ['oct', 'paź'],
    ['nov', 'lis'],
    ['dec', 'gru'],
  ].flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
);

const time = String.raw`(?:[T ,]\s*(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d+)?)?(?:\s*(?<half>[AP]M))?)?`;
const patterns = [
  // ISO 8601, our export, Redmine in most languages, Zammad.
  String.raw`(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)${time}\s*(?<offset>Z|UTC|[+-]\d\d:?\d\d)?`,
  // Jira: 11/May/26 2:05 PM.
  String.raw`(?<day>\d\d?)/(?<month>\p{L}{3})/(?<year>\d{4}|\d\d)${time}`,
  // Redmine in English: 05/11/2026 02:05 PM. The month is first.
  String.raw`(?<month>\d\d?)/(?<day>\d\d?)/(?<year>\d{4})${time}`,
  // Spreadsheets in Poland and Germany: 11.05.2026 14:05.
  String.raw`(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})${time}`,
].map((pattern) => new RegExp(`^${pattern}$`, 'iu'));

const twoDigits = (value: number | string): string => String(value).padStart(2, '0');

const hourOf = ({ hour = '0', half }: Record<string, string | undefined>): number => {
  if (half === undefined) return Number(hour);
  const isKnown = Number(hour) >= 1 && Number(hour) <= 12;
  return isKnown ? (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number.NaN;
};

const offsetOf = (offset = ''): string => {
  if (/^(Z|UTC)$/i.test(offset)) return 'Z';
  return offset.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
};

/**
 * Reads a time of a file: ISO 8601, `YYYY-MM-DD HH:MM[:SS]`, or as Jira, Redmine or a spreadsheet writes it. Without an
 * offset, it is a time in the time zone; without a time of day, the start of the day. Fractions of seconds are dropped.
 *
 * @returns undefined for other texts, days that do not exist and times that the clocks skip
 */
export const readMoment = (text: string, timeZone: string): Date | undefined => {
  const trimmed = text.trim();
  const parts = patterns.map((pattern) => pattern.exec(trimmed)?.groups).find(Boolean);
  if (!parts) return undefined;
  const { year = '', month = '', day = '', minute = '0', second = '0', offset } = parts;
  const date = [
    year.length === 2 ? `20${year}` : year,
    twoDigits(months.get(month.toLowerCase()) ?? month),
    twoDigits(day),
  ].join('-');
  const clock = [hourOf(parts), minute, second].map(twoDigits).join(':');
  const iso = `${date}T${clock}${offsetOf(offset)}`;
  if (!isDateTime(iso)) return undefined;
  const instant = hasOffset(iso) ? Date.parse(iso) : toInstant(iso, timeZone);
  return instant === undefined ? undefined : new Date(instant);
};
