import { isKnownMoment } from '@obieg/contracts';

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?$/;
const offsetPattern = /(Z|[+-]\d\d:\d\d)$/;

/** Whether a date exists. 30 February does not. */
export const isDate = (text: string): boolean => {
  const match = datePattern.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

export const hasOffset = (dateTime: string): boolean => offsetPattern.test(dateTime);

/** Whether a text is a date and time, with or without an offset from UTC. With one, the year in UTC has four digits. */
export const isDateTime = (text: string): boolean =>
  dateTimePattern.test(text) && isDate(text.slice(0, 10)) && (!hasOffset(text) || isKnownMoment(text));

/** Cached, because construction takes longer than a hundred conversions. One entry per time zone. */
const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(timeZone, known);
  return known;
};

/** Milliseconds by which the clocks of a time zone are ahead of UTC. */
export const offsetAt = (instantMs: number, timeZone: string): number => {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const clock = new Date(0);
  clock.setUTCFullYear(part('year'), part('month') - 1, part('day'));
  clock.setUTCHours(part('hour'), part('minute'), part('second'));
  return clock.getTime() - Math.floor(instantMs / 1000) * 1000;
};

/** Longer than any change of a time zone shifts its clocks. */
const dayMs = 24 * 3600_000;

const findInstant = (dateTime: string, timeZone: string): number | undefined => {
  const asUtc = Date.parse(`${dateTime}Z`);
  const instants = [offsetAt(asUtc - dayMs, timeZone), offsetAt(asUtc + dayMs, timeZone)]
    .map((offset) => asUtc - offset)
    .filter((instant) => instant + offsetAt(instant, timeZone) === asUtc);
  return instants.length > 0 ? Math.min(...instants) : undefined;
};

/**
 * Known instants of local times. A conversion takes 60 µs, and every page of a task compares its answers with all values
 * that the conditions of a workflow name: at most 5,000.
 */
const knownInstants = new Map<string, number | undefined>();
const knownInstantsMax = 10_000;

/**
 * Returns the instant of a date and time. Without an offset, it is a time in the time zone: the earlier instant if the
 * clocks show it twice, undefined if they skip it.
 */
export const toInstant = (dateTime: string, timeZone: string): number | undefined => {
  if (hasOffset(dateTime)) return Date.parse(dateTime);
  const key = `${timeZone} ${dateTime}`;
  if (knownInstants.has(key)) return knownInstants.get(key);
  if (knownInstants.size >= knownInstantsMax) knownInstants.clear();
  const instant = findInstant(dateTime, timeZone);
  knownInstants.set(key, instant);
  return instant;
};

/** Returns a date and time with an offset as the clocks of a time zone show it, without an offset. */
export const toClockTime = (dateTime: string, timeZone: string): string => {
  if (!hasOffset(dateTime)) return dateTime;
  const instant = Date.parse(dateTime);
  const clock = new Date(instant + offsetAt(instant, timeZone)).toISOString();
  return clock.replace(/^\+0*(?=\d{4})/, '').replace(/(:00)?\.000Z$|Z$/, '');
};

/**
 * Returns the same text for equal instants; text that is not a date and time unchanged. Without a time zone, and for
 * times that the zone skips, values with and without an offset differ.
 */
export const comparableDateTime = (text: string, timeZone: string | undefined): string => {
  if (!isDateTime(text)) return text;
  if (hasOffset(text)) return new Date(text).toISOString();
  const instant = timeZone === undefined ? undefined : toInstant(text, timeZone);
  return instant === undefined
    ? new Date(`${text}Z`).toISOString().slice(0, -1)
    : new Date(instant).toISOString();
};
