import { type DueSettings, type Priority, priorities, type SaveDueSettings } from '@obieg/contracts';
import * as z from 'zod';

/** Values of the form. Hours are texts; an empty one means no due date. */
export interface DueFormValues extends Pick<SaveDueSettings, 'workDays' | 'workStart' | 'workEnd'> {
  hours: Record<Priority, string>;
}

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Every half hour from 00:00 to 24:00. */
const timesOfDay: readonly string[] = Array.from(
  { length: 49 },
  (_, index) => `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`,
);

/** Adds a time that another client has set. */
export const includeTime = (time: string): readonly string[] =>
  timesOfDay.includes(time) ? timesOfDay : [...timesOfDay, time].sort();

const byPriority = <Value>(read: (priority: Priority) => Value): Record<Priority, Value> =>
  Object.fromEntries(priorities.map((priority) => [priority, read(priority)])) as Record<Priority, Value>;

export const toFormValues = ({ workDays, workStart, workEnd, defaultHours }: DueSettings): DueFormValues => ({
  workDays,
  workStart,
  workEnd,
  hours: byPriority((priority) => String(defaultHours[priority] ?? '')),
});

const isQuarterHours = (hours: number): boolean => hours > 0 && hours <= 1_000 && Number.isInteger(hours * 4);
/** Accepts a decimal comma. */
const toNumber = (text: string): number => Number(text.trim().replace(',', '.'));

const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const hoursSchema = z
  .string()
  .refine((text) => text.trim() === '' || isQuarterHours(toNumber(text)), 'dueSettings.hoursInvalid');

/** Validates the form like the server. Error messages are message keys. */
export const dueFormSchema: z.ZodType<DueFormValues, DueFormValues> = z
  .object({
    workDays: z.array(z.number()).min(1, 'dueSettings.daysRequired'),
    workStart: z.string(),
    workEnd: z.string(),
    hours: z.record(z.enum(priorities), hoursSchema),
  })
  .refine(({ workStart, workEnd }) => toMinutes(workEnd) - toMinutes(workStart) >= 60, {
    path: ['workEnd'],
    message: 'dueSettings.dayTooShort',
  });

export const toSettings = ({ hours, ...working }: DueFormValues): SaveDueSettings => ({
  ...working,
  workDays: [...working.workDays].sort((one, other) => one - other),
  defaultHours: byPriority((priority) => (hours[priority].trim() === '' ? null : toNumber(hours[priority]))),
});
