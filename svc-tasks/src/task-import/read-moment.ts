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

const dates = [
  // ISO 8601, our export, Redmine in most languages, Zammad.
  /^(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)(?!\d)/u,
  // Jira: 11/May/26.
  /^(?<day>\d\d?)\/(?<month>\p{L}{3})\/(?<year>\d{4}|\d\d)(?!\d)/u,
  // Redmine in English: 05/11/2026. The month is first.
  /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})(?!\d)/u,
  // Spreadsheets in Poland and Germany: 11.05.2026.
  /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})(?!\d)/u,
];
const time =
  /^(?:T|,? )(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d{1,9})?)?(?: ?(?<half>[AP]M))?(?: ?(?<offset>Z|UTC|[+-]\d\d:?\d\d))?$/iu;
/** Longer than any time with its fractions and offset. */
const maxLength = 60;

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
  if (text.length > maxLength) return undefined;
  const trimmed = text.trim().replace(/\s+/g, ' ');
  const found = dates.map((pattern) => pattern.exec(trimmed)).find(Boolean);
  const rest = found ? trimmed.slice(found[0].length) : '';
  const parts = rest === '' ? {} : time.exec(rest)?.groups;
  if (!found?.groups || !parts) return undefined;
  const { year = '', month = '', day = '' } = found.groups;
  const { minute = '0', second = '0', offset } = parts as Record<string, string | undefined>;
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
