/** Time zone of an organization that has chosen none. */
export const defaultTimeZone = 'Europe/Warsaw';

/** A name of the time zone database. Excludes offsets such as `+01:00`, which know no daylight saving time. */
const namePattern = /^(?:UTC|[A-Z][A-Za-z_]*(?:\/[A-Za-z0-9_+-]+){1,2})$/;
const nameMaxLength = 64;

/** Whether a text names a time zone (IANA). */
export const isTimeZone = (text: string): boolean => {
  if (text.length > nameMaxLength || !namePattern.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
};
