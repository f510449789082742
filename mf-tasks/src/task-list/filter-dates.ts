/** Beginning of a day in the reader's time zone, as a moment. @param day `YYYY-MM-DD` */
const startOfDay = (day: string, laterDays = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + laterDays).toISOString();
};

const pad = (number: number): string => String(number).padStart(2, '0');
const formatDay = (time: Date): string =>
  `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;

/** First moment of a range of days; empty for an open range. */
export const toFrom = (day: string): string => (day === '' ? '' : startOfDay(day));
/** First moment after the last day. */
export const toBefore = (day: string): string => (day === '' ? '' : startOfDay(day, 1));

/** Day of the first moment. */
export const readFrom = (moment = ''): string => (moment === '' ? '' : formatDay(new Date(moment)));
/** Last day before the moment. */
export const readBefore = (moment = ''): string =>
  moment === '' ? '' : formatDay(new Date(Date.parse(moment) - 1));
