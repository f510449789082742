import type { HolidayCountries, HolidayList, Language, PublicHolidaysQuery } from '@obieg/contracts';
import { problem } from '@obieg/service-kit';
import { translate } from '../messages/server-messages';
import { collectHolidays } from './collect-holidays';

const dayMs = 24 * 60 * 60_000;
const noonMs = dayMs / 2;

/** The rules of all countries take 10 MB, which a service without holidays never loads. */
const loadLibrary = async () => (await import('date-holidays')).default;

const namesOf = (language: Language): string => (language === 'en' ? 'en' : 'pl');

const byName = (one: { name: string }, other: { name: string }): number =>
  one.name.localeCompare(other.name, 'pl');

const listPlaces = (names: Record<string, string> | null | undefined) =>
  Object.entries(names ?? {})
    .map(([code, name]) => ({ code, name }))
    .sort(byName);

export const listCountries = async (language: Language): Promise<HolidayCountries> => {
  const Holidays = await loadLibrary();
  const library = new Holidays();
  const nameLanguage = namesOf(language);
  return listPlaces(library.getCountries(nameLanguage)).map((country) => ({
    ...country,
    regions: listPlaces(library.getStates(country.code, nameLanguage)),
  }));
};

interface Span {
  /** Local time of the start, `YYYY-MM-DD HH:MM:SS`, and possibly an offset. */
  date: string;
  start: Date;
  end: Date;
}

/** The days whose noon is in a holiday. Half a day before a feast counts as work. */
const listDays = ({ date, start, end }: Span): string[] => {
  const from = Date.parse(`${date.slice(0, 10)}T${date.slice(11, 16)}Z`);
  const until = from + (end.getTime() - start.getTime());
  const days: string[] = [];
  for (let noon = Math.floor(from / dayMs) * dayMs + noonMs; noon < until; noon += dayMs)
    if (noon >= from) days.push(new Date(noon).toISOString().slice(0, 10));
  return days;
};

/** Lists the public holidays of a country in some years. @throws 422 if the country or region is unknown */
export const listPublicHolidays = async (
  { country, region, fromYear, untilYear }: PublicHolidaysQuery,
  language: Language,
): Promise<HolidayList> => {
  const Holidays = await loadLibrary();
  const library = new Holidays();
  const isKnown = (codes: object | null | undefined, code: string): boolean =>
    Object.hasOwn(codes ?? {}, code);
  if (!isKnown(library.getCountries(), country))
    throw problem.validation([{ field: 'country', message: translate(language, 'countryUnknown') }]);
  if (region !== undefined && !isKnown(library.getStates(country), region))
    throw problem.validation([{ field: 'region', message: translate(language, 'regionUnknown') }]);
  if (region === undefined) library.init(country);
  else library.init(country, region);
  const holidays = collectHolidays({ fromYear, untilYear });
  for (let year = fromYear; year <= untilYear; year += 1)
    for (const holiday of library.getHolidays(year, namesOf(language)))
      if (holiday.type === 'public') for (const date of listDays(holiday)) holidays.add(date, holiday.name);
  return { holidays: holidays.list(), unreadEvents: [] };
};
