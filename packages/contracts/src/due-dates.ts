import * as z from 'zod';
import { limits } from './limits';
import { momentSchema } from './moments';
import type { priorities } from './task-values';
import { optionalTextSchema } from './text';
import { timeOfDaySchema } from './work-calendars';

/**
 * Filter of GET /api/tasks. `overdue`: due before now and not in a FINAL status. `today` and `week`: due on this day,
 * or on one of seven days from this one, in the organization's time zone. `none`: without a due date.
 */
export const dueFilters = ['overdue', 'today', 'week', 'none'] as const;
export type DueFilter = (typeof dueFilters)[number];

const firstYear = 2000;
const lastYear = 2199;

const isInRange = (moment: string): boolean => {
  const year = new Date(moment).getUTCFullYear();
  return year >= firstYear && year <= lastYear;
};

/** A moment with an offset, stored in UTC with milliseconds. */
export const dueAtSchema = momentSchema
  .refine(isInRange, { message: `The year must be between ${firstYear} and ${lastYear}` })
  .transform((moment) => new Date(moment).toISOString());

/** POST /api/tasks/{id}/due. Null removes the due date. */
export const changeDueDateSchema = z
  .object({
    dueAt: dueAtSchema.nullable(),
    comment: optionalTextSchema(limits.commentMaxLength),
    expectedDueAt: dueAtSchema
      .nullish()
      .meta({ description: '412 if the task has another one by now. Null: none.' }),
  })
  .meta({ id: 'ChangeDueDate' });
export type ChangeDueDate = z.input<typeof changeDueDateSchema>;

/** Working hours until a new task is due, by priority. Null: no due date. */
const defaultHoursSchema = z.number().min(0.25).max(1_000).multipleOf(0.25).nullable();
/** Minutes since midnight of `HH:MM`. */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const dueSettingsFields = {
  /** ISO weekdays: 1 is Monday. */
  workDays: z
    .array(z.int().min(1).max(7))
    .min(1)
    .max(7)
    .transform((days) => [...new Set(days)].sort((one, other) => one - other)),
  /** `HH:MM` in the organization's time zone. */
  workStart: timeOfDaySchema,
  /** `HH:MM`, at most `24:00`. */
  workEnd: timeOfDaySchema,
  defaultHours: z.object({
    HIGHEST: defaultHoursSchema,
    HIGH: defaultHoursSchema,
    NORMAL: defaultHoursSchema,
    LOW: defaultHoursSchema,
    LOWEST: defaultHoursSchema,
  } satisfies Record<(typeof priorities)[number], typeof defaultHoursSchema>),
};

/** PUT /api/due-settings: working hours and default due dates of an organization. */
export const saveDueSettingsSchema = z
  .object(dueSettingsFields)
  // A shorter day would make a default due date the work of thousands of days.
  .refine(({ workStart, workEnd }) => minutesOf(workEnd) - minutesOf(workStart) >= 60, {
    path: ['workEnd'],
    message: 'A working day must have at least one hour',
  })
  .meta({ id: 'SaveDueSettings' });
export type SaveDueSettings = z.output<typeof saveDueSettingsSchema>;

/** Of any version, also one with wider limits. */
const shownHoursSchema = z.number().nullable();
/** GET /api/due-settings. The ETag is its revision. */
export const dueSettingsSchema = z
  .object({
    workDays: z.array(z.int()),
    workStart: z.string(),
    workEnd: z.string(),
    defaultHours: z.object({
      HIGHEST: shownHoursSchema,
      HIGH: shownHoursSchema,
      NORMAL: shownHoursSchema,
      LOW: shownHoursSchema,
      LOWEST: shownHoursSchema,
    } satisfies Record<(typeof priorities)[number], typeof shownHoursSchema>),
    timeZone: z.string(),
  })
  .meta({ id: 'DueSettings' });
export type DueSettings = z.infer<typeof dueSettingsSchema>;

/** Working hours of an organization that has changed nothing. */
export const defaultDueSettings: SaveDueSettings = {
  workDays: [1, 2, 3, 4, 5],
  workStart: '08:00',
  workEnd: '16:00',
  defaultHours: { HIGHEST: null, HIGH: null, NORMAL: null, LOW: null, LOWEST: null },
};
