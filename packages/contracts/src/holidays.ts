import * as z from 'zod';
import { limits } from './limits';
import { textSchema } from './text';

const holidayYear = { min: 1900, max: 2200 } as const;
/** Years of one request. */
export const holidayYearsMax = 5;

const yearSchema = z.coerce.number().int().min(holidayYear.min).max(holidayYear.max);
const yearFields = { fromYear: yearSchema, untilYear: yearSchema };
const isSpan = ({ fromYear, untilYear }: { fromYear: number; untilYear: number }): boolean =>
  fromYear <= untilYear && untilYear - fromYear < holidayYearsMax;
const yearsMessage = { message: 'Choose at most five years.', path: ['untilYear'] };
const codeSchema = z.string().regex(/^[A-Za-z0-9-]{1,10}$/);

/** GET /api/holidays: public holidays of a country, and of one of its regions. */
export const publicHolidaysQuerySchema = z
  .object({ country: codeSchema, region: codeSchema.optional(), ...yearFields })
  .refine(isSpan, yearsMessage);
export type PublicHolidaysQuery = z.output<typeof publicHolidaysQuerySchema>;

/** POST /api/holidays/file: the text of an ICS file (RFC 5545), at most 1 MB. */
export const holidayFileSchema = z
  .object({ content: textSchema(limits.calendarFileBytes), ...yearFields })
  .refine(isSpan, yearsMessage)
  .meta({ id: 'HolidayFile' });
export type HolidayFile = z.output<typeof holidayFileSchema>;

/** Days without work that a calendar can take over. Nothing is stored. */
export const holidayListSchema = z
  .object({
    /** By date, each day once. */
    holidays: z.array(z.object({ date: z.string(), name: z.string() })),
    /** Names of events of a file that repeat in an unsupported way, at most 20. */
    unreadEvents: z.array(z.string()),
  })
  .meta({ id: 'HolidayList' });
export type HolidayList = z.infer<typeof holidayListSchema>;

const placeFields = { code: z.string(), name: z.string() };

/** GET /api/holidays/countries: countries by name, with regions that have holidays of their own. */
export const holidayCountriesSchema = z
  .array(z.object({ ...placeFields, regions: z.array(z.object(placeFields)) }))
  .meta({ id: 'HolidayCountries' });
export type HolidayCountries = z.infer<typeof holidayCountriesSchema>;
