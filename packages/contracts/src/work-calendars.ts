import * as z from 'zod';
import { idSchema } from './identifiers';
import { limits } from './limits';
import { requiredTextSchema } from './text';

/** `HH:MM`, at most `24:00`. */
export const timeOfDaySchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/);

/** A span of working time: ISO weekday (1 is Monday), `HH:MM` in the organization's time zone, `to` at most `24:00`. */
export interface WeekSpan {
  day: number;
  from: string;
  to: string;
}

export const weekSpanTimes = { from: timeOfDaySchema, to: timeOfDaySchema };
const weekSpanSchema = z.object({ day: z.int().min(1).max(7), ...weekSpanTimes });

const overlaps = (spans: readonly WeekSpan[]): boolean =>
  spans.some((one, index) =>
    spans
      .slice(index + 1)
      .some((other) => one.day === other.day && one.from < other.to && other.from < one.to),
  );

/** Two years of a country with many holidays, several times. */
const holidaysMax = 500;
const spansMax = 70;
export const calendarsMax = 20;
const calendarNameMessage = 'A name is required.';
/** The name that a calendar has in files and rules. */
const calendarName = requiredTextSchema(limits.nameMaxLength, calendarNameMessage);

const holidayFields = { date: z.iso.date(), name: requiredTextSchema(limits.nameMaxLength) };

export const weekSchema = z
  .array(weekSpanSchema)
  .min(1, 'A week needs at least one span.')
  .max(spansMax)
  .refine((spans) => spans.every(({ from, to }) => from < to), 'A span must end after its beginning.')
  .refine((spans) => !overlaps(spans), 'The spans of a day must not overlap.');

export const holidaysSchema = z
  .array(z.object(holidayFields))
  .max(holidaysMax)
  .refine(
    (holidays) => new Set(holidays.map(({ date }) => date)).size === holidays.length,
    'A day must not be listed twice.',
  );

/** When people of the organization work. Exactly one calendar is the default one, which default due dates use. */
export const workCalendarSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    isDefault: z.boolean(),
    week: z.array(z.object({ day: z.int(), from: z.string(), to: z.string() })),
    holidays: z.array(z.object({ date: z.string(), name: z.string() })),
  })
  .meta({ id: 'WorkCalendar' });
export type WorkCalendar = z.infer<typeof workCalendarSchema>;

/** POST /api/calendars, PUT /api/calendars/{id}. Making one the default takes it from the other. */
export const saveWorkCalendarSchema = z
  .object({
    name: calendarName,
    isDefault: z.boolean().default(false),
    week: weekSchema,
    holidays: holidaysSchema.default([]),
  })
  .meta({ id: 'SaveWorkCalendar' });
export type SaveWorkCalendar = z.input<typeof saveWorkCalendarSchema>;
